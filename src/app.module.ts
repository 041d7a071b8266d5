import { DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApprovalsModule } from './procurement/approvals';
import { AuditModule } from './history/audit';
import { AuthModule, BearerGuard, PlanThrottlerGuard } from './organisation/auth';
import { BudgetsModule } from './procurement/budgets';
import { ChangesModule } from './history/changes';
import { Clock, SystemClock } from './common/clock';
import { ConfigModule, Environment } from './platform/config';
import { DatabaseModule } from './platform/database';
import { DepartmentsModule } from './organisation/departments';
import { DocumentsModule } from './procurement/documents';
import { EvidenceModule } from './history/evidence';
import { ExportsModule } from './integration/exports';
import { FiguresModule } from './procurement/figures';
import { GoodsReceiptsModule } from './procurement/goods-receipts';
import { HealthModule } from './platform/health';
import {
  AccessGuard,
  BodyGuard,
  MalformedGuard,
  MediaGuard,
  UnknownInputGuard,
} from './platform/http/guards/request.guards';
import { HttpModule } from './platform/http/http.module';
import { NoRouteModule } from './platform/http/routing/no-route.controller';
import { ImportsModule } from './integration/imports';
import { InvoicesModule } from './procurement/invoices';
import { KeysModule } from './operations/keys';
import { MonitoringModule } from './platform/monitoring';
import { NotificationsModule } from './organisation/notifications';
import { PeriodicModule } from './platform/periodic';
import { ProjectsModule } from './organisation/projects';
import { ProvisioningModule } from './operations/provisioning';
import { PurchaseOrdersModule } from './procurement/purchase-orders';
import { QuotasModule } from './organisation/quotas';
import { RateLimitsModule } from './platform/rate-limits';
import { RedisModule } from './platform/redis';
import { ReportsModule } from './procurement/reports';
import { RolesModule } from './organisation/roles';
import { SandboxModule } from './operations/sandbox/sandbox.module';
import { SettingsModule } from './organisation/settings';
import { TenantsModule } from './organisation/tenants';
import { TrailsModule } from './history/trails';
import { UsersModule } from './organisation/users';
import { VendorPerformanceModule } from './procurement/vendor-performance';
import { VendorsModule } from './procurement/vendors';
import { WebhooksModule } from './integration/webhooks';

/** In the order of the documentation. */
const RESOURCE_MODULES = [
  DepartmentsModule,
  ProjectsModule,
  VendorsModule,
  ApprovalsModule,
  PurchaseOrdersModule,
  DocumentsModule,
  GoodsReceiptsModule,
  InvoicesModule,
  BudgetsModule,
  VendorPerformanceModule,
  ReportsModule,
  UsersModule,
  RolesModule,
  SettingsModule,
  AuditModule,
  ChangesModule,
  TrailsModule,
  ImportsModule,
  ExportsModule,
] as const;

/** Composes the modules, and defines the order of the guards. */
@Module({})
export class AppModule {
  static with(environment: Environment, clock: Clock = new SystemClock()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(environment, clock),
        PeriodicModule,
        RedisModule,
        DatabaseModule,
        HealthModule,
        RateLimitsModule,
        QuotasModule,
        HttpModule,
        AuthModule,
        TenantsModule,
        NotificationsModule,
        FiguresModule,
        EvidenceModule,
        MonitoringModule,
        ...RESOURCE_MODULES,
        WebhooksModule.with(environment),
        ProvisioningModule,
        KeysModule,
        SandboxModule,
        NoRouteModule,
      ],
      providers: [
        // Order of errors: 401 (429 for an address over its limit), 429 (401 for a token revoked since), 403 (ability
        // of the token, then permission of the role), 400 for the address, 406, then faults of body or query.
        { provide: APP_GUARD, useExisting: BearerGuard },
        { provide: APP_GUARD, useExisting: PlanThrottlerGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: MalformedGuard },
        { provide: APP_GUARD, useClass: MediaGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        { provide: APP_GUARD, useClass: UnknownInputGuard },
      ],
    };
  }
}
