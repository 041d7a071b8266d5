import { ServiceProcess } from '../chaos/support/service-process';
import { PATIENT, type Service } from './app';

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
  const {
    DATABASE_URL,
    DATABASE_PREPARED_STATEMENTS,
    REDIS_URL,
    APP_ENCRYPTION_KEY,
    STORAGE_PATH,
    MAIL_FOLDER,
    WEBHOOK_CA_FILE,
  } = service.environment;
  const told = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL,
    DATABASE_PREPARED_STATEMENTS: String(DATABASE_PREPARED_STATEMENTS),
    REDIS_URL,
    STORAGE_PATH,
    MAIL_FOLDER,
    WEBHOOK_CA_FILE,
    APP_ENCRYPTION_KEY: APP_ENCRYPTION_KEY.toString('base64'),
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    ...PATIENT,
    ...env,
  };
  return ServiceProcess.start(told, draw);
}
