import { DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApprovalsModule } from './approvals';
import { AuditModule } from './audit';
import { AuthModule, BearerGuard, PlanThrottlerGuard } from './auth';
import { BudgetsModule } from './budgets';
import { ChangesModule } from './changes';
import { Clock, SystemClock } from './common/clock';
import { ConfigModule, Environment } from './config';
import { DatabaseModule } from './database';
import { DepartmentsModule } from './departments';
import { DocumentsModule } from './documents';
import { EvidenceModule } from './evidence';
import { ExportsModule } from './exports';
import { FiguresModule } from './figures';
import { GoodsReceiptsModule } from './goods-receipts';
import { HealthModule } from './health';
import {
  AbilityGuard,
  BodyGuard,
  MalformedGuard,
  MediaGuard,
  PermissionGuard,
  UnknownInputGuard,
} from './http/request/request.guards';
import { HttpModule } from './http/http.module';
import { NoRouteModule } from './http/routing/no-route.controller';
import { ImportsModule } from './imports';
import { InvoicesModule } from './invoices';
import { KeysModule } from './keys';
import { MonitoringModule } from './monitoring';
import { NotificationsModule } from './notifications';
import { PeriodicModule } from './periodic';
import { ProjectsModule } from './projects';
import { ProvisioningModule } from './provisioning';
import { PurchaseOrdersModule } from './purchase-orders';
import { QuotasModule } from './quotas';
import { RateLimitsModule } from './rate-limits';
import { RedisModule } from './redis';
import { ReportsModule } from './reports';
import { RolesModule } from './roles';
import { SandboxModule } from './sandbox/sandbox.module';
import { SettingsModule } from './settings';
import { TenantsModule } from './tenants';
import { TrailsModule } from './trails';
import { UsersModule } from './users';
import { VendorPerformanceModule } from './vendor-performance';
import { VendorsModule } from './vendors';
import { WebhooksModule } from './webhooks';

/** Modules, each with its endpoints. The order is the order of the documentation. */
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

/** Composition only: which modules, and in which order a request passes the guards. */
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
        // 401 (an address over its limit: 429), then 429 (a token revoked meanwhile: 401), then 403 (the token's ability, then the role's permission), then 400 for the address, then 406, then what is wrong with the body or the query.
        { provide: APP_GUARD, useExisting: BearerGuard },
        { provide: APP_GUARD, useExisting: PlanThrottlerGuard },
        { provide: APP_GUARD, useClass: AbilityGuard },
        { provide: APP_GUARD, useClass: PermissionGuard },
        { provide: APP_GUARD, useClass: MalformedGuard },
        { provide: APP_GUARD, useClass: MediaGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        { provide: APP_GUARD, useClass: UnknownInputGuard },
      ],
    };
  }
}
