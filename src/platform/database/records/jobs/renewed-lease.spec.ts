import { RenewedLease, LostLease, Stopped } from './renewed-lease';

function leaseOfSpec(isStopped = false) {
  const renewals: { succeed: () => void; fail: (error: Error) => void }[] = [];
  const set = jest.spyOn(globalThis, 'setInterval').mockReturnValue({} as NodeJS.Timeout);
  const clear = jest.spyOn(globalThis, 'clearInterval').mockImplementation();
  const lease = new RenewedLease(
    () => new Promise((succeed, fail) => renewals.push({ succeed, fail })),
    () => isStopped,
  );
  const [callback] = set.mock.calls[0] ?? [];
  return { lease, renewals, clear, timer: set.mock.results[0]?.value as NodeJS.Timeout, come: () => callback?.() };
}

/** Runs everything that waits for settled promises. */
const goOn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => jest.restoreAllMocks());

describe('the lease of a job', () => {
  it('permits the job to continue while it is renewed', async () => {
    const { lease, renewals, come } = leaseOfSpec();
    come();
    renewals[0]?.succeed();
    await goOn();
    expect(() => lease.require()).not.toThrow();
  });

  it('ends the job once another process has claimed it', async () => {
    const { lease, renewals, come } = leaseOfSpec();
    come();
    renewals[0]?.fail(new LostLease());
    await goOn();
    expect(() => lease.require()).toThrow(LostLease);
  });

  it('survives a renewal that fails for another reason, and is renewed again', async () => {
    const { lease, renewals, come } = leaseOfSpec();
    come();
    renewals[0]?.fail(new Error('The database is away'));
    await goOn();
    expect(() => lease.require()).not.toThrow();
    come();
    expect(renewals).toHaveLength(2);
  });

  it('runs one renewal at a time, however long it takes', async () => {
    const { renewals, come } = leaseOfSpec();
    come();
    come();
    expect(renewals).toHaveLength(1);
    renewals[0]?.succeed();
    await goOn();
    come();
    expect(renewals).toHaveLength(2);
  });

  it('ends the job when the process stops', () => {
    const { lease } = leaseOfSpec(true);
    expect(() => lease.require()).toThrow(Stopped);
  });

  it('is not renewed after the job has ended', () => {
    const { lease, clear, timer } = leaseOfSpec();
    lease.end();
    expect(clear).toHaveBeenCalledWith(timer);
  });
});
