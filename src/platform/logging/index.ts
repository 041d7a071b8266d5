import type { INestApplicationContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { Logger, type Params, PinoLogger } from 'nestjs-pino';
import { pinoHttp } from 'pino-http';
import type { Environment } from '../config';
import { loggerOptions } from './logger-options';

export { WORDED_LEVELS } from './logger-options';

/** Nest classes that log one line per module and route during the start. */
const STARTING = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Makes it the log of Nest, too. @returns the middleware that logs one line per answered request */
export function useServiceLog(
  app: INestApplicationContext,
  environment: Pick<Environment, 'LOG_LEVEL'>,
): RequestHandler {
  const params = loggerOptions(environment);
  const requestLines = pinoHttp(...(params.pinoHttp as Parameters<typeof pinoHttp>));
  app.useLogger(new ServiceLog(new OneLog(params, requestLines.logger), params));
  return requestLines;
}

class ServiceLog extends Logger {
  override log(message: unknown, ...more: unknown[]): void {
    if (STARTING.has(String(more.at(-1)))) this.debug(message, ...more);
    else super.log(message, ...more);
  }
}

/** nestjs-pino would store a logger per request and pass it to jobs. Here each line gets `currentFacts` instead. */
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
