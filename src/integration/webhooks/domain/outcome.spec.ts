import { classify, INTERRUPTED, paceOf, QUICK_MILLISECONDS, SLOW_MILLISECONDS } from './outcome';

const response = (status: number, retryAfter?: string) => classify({ kind: 'response', status, retryAfter, body: '' });

it.each([200, 201, 202, 204, 299])('%d is a success', (status) => {
  expect(response(status)).toEqual({ verdict: 'success' });
});

it.each([199, 300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 422, 500, 502, 504, 599])(
  '%d is tried again, whatever Retry-After says',
  (status) => {
    expect(response(status, '9')).toEqual({ verdict: 'retry', failure: `HTTP_${status}`, retryAfter: undefined });
  },
);

it.each([429, 503])('%d may ask for a delay', (status) => {
  expect(response(status, '90')).toEqual({ verdict: 'retry', failure: `HTTP_${status}`, retryAfter: '90' });
});

it('410 ends the subscription', () => {
  expect(response(410)).toEqual({ verdict: 'gone', failure: 'HTTP_410' });
});

it('timeouts and network faults are named without their cause', () => {
  expect(classify({ kind: 'timeout' })).toEqual({ verdict: 'retry', failure: 'TIMEOUT', retryAfter: undefined });
  for (const code of ['ECONNREFUSED', 'CERT_HAS_EXPIRED']) {
    expect(classify({ kind: 'network', code })).toEqual({
      verdict: 'retry',
      failure: 'NETWORK',
      retryAfter: undefined,
    });
  }
});

it('a blocked address is not tried again', () => {
  expect(classify({ kind: 'blocked' })).toEqual({ verdict: 'fail', failure: 'BLOCKED_ADDRESS' });
});

it('an attempt interrupted by the death of its worker is tried again', () => {
  expect(INTERRUPTED).toEqual({ verdict: 'retry', failure: 'INTERRUPTED', retryAfter: undefined });
});

it.each([
  [0, 'quick'],
  [QUICK_MILLISECONDS, 'quick'],
  [QUICK_MILLISECONDS + 1, 'unremarkable'],
  [SLOW_MILLISECONDS - 1, 'unremarkable'],
  [SLOW_MILLISECONDS, 'slow'],
  [9_000, 'slow'],
])('a success after %d ms is %s', (milliseconds, pace) => expect(paceOf(milliseconds)).toBe(pace));

it('a receiver at either bound does not move with every delivery', () => {
  expect(SLOW_MILLISECONDS).toBeGreaterThanOrEqual(2 * QUICK_MILLISECONDS);
});
