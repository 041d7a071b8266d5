import { tracingChannel } from 'node:diagnostics_channel';
import type { Span } from '../tracer';
import { startSpan } from '../work';

/** What ioredis says of a command that it sends. Its arguments are there too, and are not looked at. */
interface RedisCommand {
  readonly command: string;
  readonly database: number;
  readonly serverAddress: string;
  readonly serverPort: number | undefined;
}

/** Makes a span of each command of Redis that a traced piece of work sends, by the channel that ioredis documents for it. */
export function traceRedis(): void {
  const spans = new WeakMap<object, Span>();
  tracingChannel<string, RedisCommand>('ioredis:command').subscribe({
    start: (message) => {
      const { command, database, serverAddress, serverPort } = message;
      const operation = command.toUpperCase();
      const span = startSpan({
        name: operation,
        kind: 'client',
        attributes: {
          'db.system.name': 'redis',
          'db.operation.name': operation,
          'db.namespace': String(database),
          'server.address': serverAddress,
          'server.port': serverPort,
        },
      });
      if (span) spans.set(message, span);
    },
    asyncEnd: (message) => spans.get(message)?.end((message as { readonly error?: unknown }).error),
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  });
}
