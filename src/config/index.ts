export { ConfigModule, ENVIRONMENT } from './config.module';
export { ConfigurationError, EXIT_CONFIGURATION, readEnvironment, shareOfProcess } from './environment';
export type { Environment } from './environment';
export { pairsIn } from './validators';
export { serviceVersion } from './version';
