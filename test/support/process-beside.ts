import { ServiceProcess } from '../chaos/support/service-process';
import { PATIENT, type Service } from './app';
import { keyVariables } from './key-variables';

/**
 * The service as a process of its own, compiled (global-setup.ts), on the database and the Redis of one that runs in this process.
 * @param env what it is told besides
 * @param draw two free ports
 */
export function processBeside(
  service: Service,
  env: NodeJS.ProcessEnv = {},
  draw?: () => Promise<number[]>,
): Promise<ServiceProcess> {
  const { DATABASE_URL, DATABASE_PREPARED_STATEMENTS, REDIS_URL, STORAGE_PATH, MAIL_FOLDER, WEBHOOK_CA_FILE } =
    service.environment;
  const told = {
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
  return ServiceProcess.start(told, draw);
}
