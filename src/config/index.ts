export { ConfigModule, ENVIRONMENT } from './config.module';
export {
  ConfigurationError,
  EXIT_CONFIGURATION,
  keyRingOf,
  misspelled,
  readEnvironment,
  shareOfProcess,
  VARIABLES,
} from './environment';
export { TlsFile } from './tls-file';
export type { Environment } from './environment';
export { type FaultyEnvironment, readFaultyEnvironment } from './faulty-environment';
export { serviceVersion } from './version';
export { pairsIn } from './validators';
