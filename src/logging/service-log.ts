import type { INestApplicationContext, LoggerService } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Those that say a line for every module and every route while the service starts. */
const STARTING = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Makes the service's log the log of Nest and of every `Logger`; Nest's messages about its own start are logged at debug. */
export function useServiceLog(app: INestApplicationContext): void {
  const log = app.get(Logger);
  const service: LoggerService = {
    log: (message: unknown, ...more: unknown[]) =>
      STARTING.has(String(more.at(-1))) ? log.debug(message, ...more) : log.log(message, ...more),
    fatal: (message: unknown, ...more: unknown[]) => log.fatal(message, ...more),
    error: (message: unknown, ...more: unknown[]) => log.error(message, ...more),
    warn: (message: unknown, ...more: unknown[]) => log.warn(message, ...more),
    debug: (message: unknown, ...more: unknown[]) => log.debug(message, ...more),
    verbose: (message: unknown, ...more: unknown[]) => log.verbose(message, ...more),
  };
  app.useLogger(service);
}
