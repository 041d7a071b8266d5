import { classify, INTERRUPTED, paceOf, QUICK_MILLISECONDS, SLOW_MILLISECONDS } from './outcome';

const response = (status: number, retryAfter?: string) => classify({ kind: 'response', status, retryAfter, body: '' });

it.each([200, 201, 202, 204, 299])('classifies %d as a success', (status) => {
  expect(response(status)).toEqual({ verdict: 'success' });
});

it.each([199, 300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 422, 500, 502, 504, 599])(
  'retries a %d and ignores its Retry-After',
  (status) => {
    expect(response(status, '9')).toEqual({ verdict: 'retry', failure: `HTTP_${status}`, retryAfter: undefined });
  },
);

it.each([429, 503])('uses the Retry-After of a %d', (status) => {
  expect(response(status, '90')).toEqual({ verdict: 'retry', failure: `HTTP_${status}`, retryAfter: '90' });
});

it('ends the subscription after a 410', () => {
  expect(response(410)).toEqual({ verdict: 'gone', failure: 'HTTP_410' });
});

it('classifies timeouts and network faults without their cause', () => {
  expect(classify({ kind: 'timeout' })).toEqual({ verdict: 'retry', failure: 'TIMEOUT', retryAfter: undefined });
  for (const code of ['ECONNREFUSED', 'CERT_HAS_EXPIRED']) {
    expect(classify({ kind: 'network', code })).toEqual({
      verdict: 'retry',
      failure: 'NETWORK',
      retryAfter: undefined,
    });
  }
});

it('does not retry a blocked address', () => {
  expect(classify({ kind: 'blocked' })).toEqual({ verdict: 'fail', failure: 'BLOCKED_ADDRESS' });
});

it('retries an attempt whose worker died', () => {
  expect(INTERRUPTED).toEqual({ verdict: 'retry', failure: 'INTERRUPTED', retryAfter: undefined });
});

it.each([
  [0, 'quick'],
  [QUICK_MILLISECONDS, 'quick'],
  [QUICK_MILLISECONDS + 1, 'unremarkable'],
  [SLOW_MILLISECONDS - 1, 'unremarkable'],
  [SLOW_MILLISECONDS, 'slow'],
  [9_000, 'slow'],
])('classifies a success after %d ms as %s', (milliseconds, pace) => expect(paceOf(milliseconds)).toBe(pace));

it('keeps a receiver near either bound in its lane', () => {
  expect(SLOW_MILLISECONDS).toBeGreaterThanOrEqual(2 * QUICK_MILLISECONDS);
});
