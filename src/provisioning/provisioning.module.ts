import { Module } from '@nestjs/common';
import { DepartmentsModule } from '../departments';
import { UsersModule } from '../users';
import { TenantsService } from './tenants.service';

/** What the operator does to tenants, from the command line. */
@Module({ imports: [DepartmentsModule, UsersModule], providers: [TenantsService] })
export class ProvisioningModule {}
