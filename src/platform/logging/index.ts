import type { INestApplicationContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { Logger, type Params, PinoLogger } from 'nestjs-pino';
import { pinoHttp } from 'pino-http';
import type { Environment } from '../config';
import { loggerOptions } from './logger-options';

export { WORDED_LEVELS } from './logger-options';

/** Those that say a line for every module and every route while the service starts. */
const STARTING = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/**
 * Makes the service's log the log of Nest and of every `Logger`; Nest's messages about its own start are logged at debug.
 * @returns what writes a line for each request, once it is answered
 */
export function useServiceLog(
  app: INestApplicationContext,
  environment: Pick<Environment, 'LOG_LEVEL'>,
): RequestHandler {
  const params = loggerOptions(environment);
  const requestLines = pinoHttp(...(params.pinoHttp as Parameters<typeof pinoHttp>));
  app.useLogger(new ServiceLog(new OneLog(params, requestLines.logger), params));
  return requestLines;
}

/** Says what Nest does at its own start at debug. */
class ServiceLog extends Logger {
  override log(message: unknown, ...more: unknown[]): void {
    if (STARTING.has(String(more.at(-1)))) this.debug(message, ...more);
    else super.log(message, ...more);
  }
}

/**
 * One log for all work. That of nestjs-pino's module keeps a logger for each request, in an AsyncLocalStorage of its own, and
 * hands it to jobs that a request starts; here each line asks which work it is of (`currentFacts`).
 */
class OneLog extends PinoLogger {
  constructor(
    params: Params,
    private readonly one: PinoLogger['logger'],
  ) {
    super(params);
  }

  override get logger(): PinoLogger['logger'] {
    return this.one;
  }
}
