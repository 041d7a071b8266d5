export { SettingsResponse } from './answers';
export { SettingsDto } from './requests';
export { SettingsService } from './settings.service';
export { SettingsModule } from './settings.module';
export { type FiscalYearRecords, SettingsPorts, type StoringPlace, type TwiceUsedNumber } from './ports';
