import { Module } from '@nestjs/common';
import { RolesModule } from '../roles';
import { FiscalYearChange, FiscalYearJob } from './fiscal-year-change';
import { SettingsPorts } from './ports';
import { QuotasController, SettingsController } from './settings.controller';
import { SettingsService } from './settings.service';

/** Settings of a tenant. `tenants/settings.ts` defines their meaning and default values. */
@Module({
  imports: [RolesModule],
  controllers: [SettingsController, QuotasController],
  providers: [SettingsService, FiscalYearChange, FiscalYearJob, SettingsPorts],
  exports: [SettingsService, SettingsPorts],
})
export class SettingsModule {}
