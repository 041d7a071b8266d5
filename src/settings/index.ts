export { SettingsOut } from './answers';
export { SettingsService } from './settings.service';
export { SettingsModule } from './settings.module';
