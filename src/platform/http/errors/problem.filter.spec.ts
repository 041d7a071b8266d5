import type { ArgumentsHost } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { SystemClock } from '../../../common/clock';
import { DomainError } from '../../../common/errors';
import { HttpPorts } from '../request/watched';
import { ProblemFilter, toDomainError } from './problem.filter';
import { STATUS } from './status';

const REFUSAL = new DomainError('IDEMPOTENCY_IN_PROGRESS', { key: 'error.idempotency_in_progress' });

/** What a client gets when a route had said these headers of its answer, and then failed. */
async function refusedAfter(headers: Readonly<Record<string, string>>): Promise<Response> {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    Object.assign(request, { form: 'a', requestId: 'one', language: 'en' });
    new ProblemFilter(new SystemClock(), new HttpPorts(), new HttpAdapterHost()).catch(
      REFUSAL,
      hostOf(request, asExpress(response)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

function asExpress(response: ServerResponse): ServerResponse {
  return Object.assign(response, {
    status: (code: number) => Object.assign(response, { statusCode: code }),
    json: (body: unknown) => response.end(JSON.stringify(body)),
  });
}

const hostOf = (request: unknown, response: unknown): ArgumentsHost =>
  ({ switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }) }) as ArgumentsHost;

describe('a refusal', () => {
  it.each([
    ['ETag', '"3"'],
    ['Location', 'https://elsewhere.example/'],
    ['Content-Disposition', 'attachment'],
    ['Content-Type', 'application/pdf'],
  ])('has no header of the answer that the handler had begun: %s', async (name, value) => {
    const response = await refusedAfter({ [name]: value, 'X-Request-Id': 'one' });
    expect([response.status, response.headers.get(name)]).not.toContain(value);
    expect([response.status, response.headers.get('x-request-id')]).toEqual([409, 'one']);
  });
});

const statusOf = (thrown: unknown): number => STATUS[toDomainError(thrown).code];
/** As TypeORM wraps what pg throws. */
const wrapped = (code: string): Error => Object.assign(new Error('refused'), { driverError: { code } });
const bare = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('an outage', () => {
  it.each([
    ['a connection that broke', '08006'],
    ['a server that takes no connection', '08001'],
    ['no connection left', '53300'],
    ['a server told to stop', '57P01'],
    ['a server that crashed', '57P02'],
    ['a server that starts', '57P03'],
    ['a serialization failure at each retry', '40001'],
    ['a deadlock at each retry', '40P01'],
    ['nobody listening', 'ECONNREFUSED'],
    ['a reset', 'ECONNRESET'],
    ['no name', 'ENOTFOUND'],
  ])('is 503, with the seconds to wait: %s', (_what, code) => {
    for (const thrown of [bare(code), wrapped(code)]) {
      expect(statusOf(thrown)).toBe(503);
      expect(toDomainError(thrown).extras).toMatchObject({ retryAfter: 5, cause: thrown });
    }
  });

  it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
    'is 503 where the driver gives no code: %s',
    (message) => {
      expect(statusOf(new Error(message))).toBe(503);
    },
  );

  it.each(['42P01', '23514', '53100x', 'x53300', 'ENOENT'])('is not any other fault: %s', (code) => {
    expect([statusOf(bare(code)), statusOf(wrapped(code))]).toEqual([500, 500]);
  });
});
