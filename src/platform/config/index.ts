export { ConfigModule, ENVIRONMENT } from './config.module';
export { keyRingOf, shareOfProcess } from './derived';
export { ConfigurationError, EXIT_CONFIGURATION, misspelled, readEnvironment, VARIABLES } from './environment';
export { TlsFile } from './tls-file';
export type { Environment } from './environment';
export { type FaultyEnvironment, readFaultyEnvironment } from './faulty-environment';
export { serviceVersion } from './version';
export { pairsIn } from './validators';
