import { Module } from '@nestjs/common';
import { RolesModule } from '../roles';
import { FiscalYearChange, FiscalYearJob } from './fiscal-year-change';
import { SettingsPorts } from './ports';
import { QuotasController, SettingsController } from './settings.controller';
import { SettingsService } from './settings.service';

/** How this tenant wants its rules. What the settings mean and where they begin is in `tenants/settings.ts`. */
@Module({
  imports: [RolesModule],
  controllers: [SettingsController, QuotasController],
  providers: [SettingsService, FiscalYearChange, FiscalYearJob, SettingsPorts],
  exports: [SettingsService, SettingsPorts],
})
export class SettingsModule {}
