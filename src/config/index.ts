export { ConfigModule, ENVIRONMENT } from './config.module';
export {
  ConfigurationError,
  EXIT_CONFIGURATION,
  keyRingOf,
  misspelled,
  readEnvironment,
  shareOfProcess,
} from './environment';
export { TlsFile } from './tls-file';
export type { Environment } from './environment';
