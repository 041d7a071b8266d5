import { nextAttemptIn } from './retry-plan';

describe('the retry schedule of mail', () => {
  it('waits longer each time and ends after about a day', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => nextAttemptIn(attempts, { code: 'ECONNECTION' }));
    expect(waits).toEqual([60, 300, 1800, 7200, 21600, 43200]);
    expect(nextAttemptIn(7, { code: 'ECONNECTION' })).toBeUndefined();
  });

  it('does not retry a recipient that the server rejects permanently', () => {
    expect(nextAttemptIn(1, { code: 'EENVELOPE', responseCode: 550 })).toBeUndefined();
    expect(nextAttemptIn(1, { code: 'EENVELOPE', responseCode: 451 })).toBe(60);
  });

  it('retries after a wrong password, which the operator will correct', () => {
    expect(nextAttemptIn(1, { code: 'EAUTH', responseCode: 535 })).toBe(60);
  });
});
