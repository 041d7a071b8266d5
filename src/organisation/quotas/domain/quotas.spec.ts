import { MOST_QUOTA, QUOTA_NAMES, inMb, isQuota } from './quotas';

describe('quotas', () => {
  it('are of storage, invitations and mails', () => {
    expect(QUOTA_NAMES).toEqual(['storage_quota_mb', 'invitations_per_day', 'mails_per_day']);
  });

  it('may be 0, except for mails, which would wait for ever', () => {
    expect(QUOTA_NAMES.map((name) => isQuota(name, 0))).toEqual([true, true, false]);
    expect(isQuota('mails_per_day', 1)).toBe(true);
  });

  it.each([-1, 1.5, Number.NaN, MOST_QUOTA + 1])('cannot be %p', (value) => {
    for (const name of QUOTA_NAMES) expect(isQuota(name, value)).toBe(false);
  });

  it('may be as large as a number of bytes that is exact', () => {
    expect(isQuota('storage_quota_mb', MOST_QUOTA)).toBe(true);
    expect(Number.isSafeInteger(MOST_QUOTA * 1024 * 1024)).toBe(true);
  });
});

describe('bytes in MB', () => {
  it.each([
    [0, 0],
    [1, 0.1],
    [1_048_576, 1],
    [1_048_577, 1.1],
    [13_000_000, 12.4],
  ])('%d are %d, rounded up', (bytes, mb) => {
    expect(inMb(bytes)).toBe(mb);
  });
});
