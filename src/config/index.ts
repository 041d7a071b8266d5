export { ConfigModule, ENVIRONMENT } from './config.module';
export { ConfigurationError, EXIT_CONFIGURATION, readEnvironment, shareOfProcess, VARIABLES } from './environment';
export type { Environment } from './environment';
export { type FaultyEnvironment, readFaultyEnvironment } from './faulty-environment';
export { serviceVersion } from './version';
export { pairsIn } from './validators';
