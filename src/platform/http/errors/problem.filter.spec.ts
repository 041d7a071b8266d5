import type { ArgumentsHost } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { SystemClock } from '../../../common/clock';
import { DomainError } from '../../../common/errors';
import { HttpPorts } from '../request/watched';
import { ProblemFilter } from './problem.filter';

const REFUSAL = new DomainError('IDEMPOTENCY_IN_PROGRESS', { key: 'error.idempotency_in_progress' });

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

describe('an error response', () => {
  it.each([
    ['ETag', '"3"'],
    ['Location', 'https://elsewhere.example/'],
    ['Content-Disposition', 'attachment'],
    ['Content-Type', 'application/pdf'],
  ])('removes the header %s that the handler had set', async (name, value) => {
    const response = await refusedAfter({ [name]: value, 'X-Request-Id': 'one' });
    expect([response.status, response.headers.get(name)]).not.toContain(value);
    expect([response.status, response.headers.get('x-request-id')]).toEqual([409, 'one']);
  });
});
