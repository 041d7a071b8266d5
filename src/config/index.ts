export { ConfigModule, ENVIRONMENT } from './config.module';
export { ConfigurationError, EXIT_CONFIGURATION, readEnvironment } from './environment';
export type { Environment, ProcessRole } from './environment';
