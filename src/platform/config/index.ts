export { ConfigModule, ENVIRONMENT, keyRingOf, shareOfProcess } from './config.module';
export {
  ConfigurationError,
  DEFAULT_RETRY_DELAYS,
  type Environment,
  EXIT_CONFIGURATION,
  readEnvironment,
  VARIABLES,
} from './environment';
export { TlsFile } from './tls-file';
export { type FaultyEnvironment, misspelled, readFaultyEnvironment } from './faulty-environment';
export { serviceVersion } from './version';
export { pairsIn } from './validators';
