import { ServiceProcess } from '../chaos/support/service-process';
import { PATIENT, type Service } from './app';
import { keyVariables } from './key-variables';

/**
 * Runs the compiled service (global-setup.ts) as a separate process, on the database and the Redis of a service in this
 * process.
 * @param env additional variables
 * @param draw returns two free ports
 */
export function processBeside(
  service: Service,
  env: NodeJS.ProcessEnv = {},
  draw?: () => Promise<number[]>,
): Promise<ServiceProcess> {
  const { DATABASE_URL, DATABASE_PREPARED_STATEMENTS, REDIS_URL, STORAGE_PATH, MAIL_FOLDER, WEBHOOK_CA_FILE } =
    service.environment;
  const published = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL,
    DATABASE_PREPARED_STATEMENTS: String(DATABASE_PREPARED_STATEMENTS),
    REDIS_URL,
    STORAGE_PATH,
    MAIL_FOLDER,
    WEBHOOK_CA_FILE,
    ...(env['APP_ENCRYPTION_KEYS'] === undefined ? keyVariables(service.environment) : {}),
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    ...PATIENT,
    ...env,
  };
  return ServiceProcess.start(published, draw);
}
