import type { Params } from 'nestjs-pino';
import type { Environment } from './config';

/** Structured logs on standard error; tokens, secrets and bank details never reach them. */
export function loggerOptions(environment: Environment): Params {
  return {
    pinoHttp: [
      {
        level: environment.LOG_LEVEL,
        genReqId: (request) => (request as unknown as { requestId?: string }).requestId ?? '',
        autoLogging: { ignore: (request) => /^\/(health|metrics|docs)/.test(request.url ?? '') },
        redact: {
          paths: [
            'req.headers.authorization',
            'req.headers.cookie',
            'req.headers["idempotency-key"]',
            '*.token',
            '*.secret',
            '*.bank_account',
            '*.bankAccount',
            'err.parameters',
            'err.driverError',
            'err.query',
          ],
          censor: '[redacted]',
        },
        serializers: {
          req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({ id, method, url }),
          res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        },
        customLogLevel: (_request, response, error) => {
          if (error || response.statusCode >= 500) return 'error';
          return response.statusCode === 429 ? 'warn' : 'debug';
        },
      },
      process.stderr,
    ],
  };
}
