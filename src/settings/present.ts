import { versioned } from '../http';
import { settingsVersion, type Settings } from '../tenants';
import type { SettingsOut } from './answers';

/** The settings in an answer; their ETag is made of their values. */
export function presentSettings(settings: Settings): SettingsOut {
  return versioned({ ...settings }, settingsVersion(settings));
}
