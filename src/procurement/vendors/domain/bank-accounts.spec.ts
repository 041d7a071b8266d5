import type { UserId } from '../../../common/records/ids';
import {
  masked,
  payableVersions,
  paymentTarget,
  requireVerifiable,
  shownAccount,
  statusOf,
  unverifiedWarnings,
  wholeDetails,
} from './bank-accounts';

const AT = new Date('2026-03-10T09:00:00Z');
const sara = 5 as UserId;
const omar = 6 as UserId;
const refusal = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    const { code, text, extras } = error as { code: string; text: object; extras: { details?: object } };
    return { code, text, details: extras.details };
  }
};

describe('a version of bank details', () => {
  it.each([
    [true, null, 'unverified'],
    [true, AT, 'verified'],
    [false, AT, 'verified'],
    [false, null, 'superseded'],
  ] as const)('has, for newest %s and verified %s, the status %s', (isNewest, verifiedAt, status) => {
    expect(statusOf({ isNewest, verifiedAt })).toBe(status);
  });

  const entered = { isNewest: true, verifiedAt: null, enteredByIds: [sara] };

  it('can be verified by a user who did not enter it, or by any user if no user is recorded', () => {
    expect(() => requireVerifiable(entered, omar)).not.toThrow();
    expect(() => requireVerifiable({ ...entered, enteredByIds: [] }, omar)).not.toThrow();
  });

  it.each([
    [entered, sara],
    [entered, null],
    [{ ...entered, enteredByIds: [sara, omar] }, omar],
    [{ ...entered, enteredByIds: [] }, null],
  ])('cannot be verified: %j by %j', (account, verifier) => {
    expect(refusal(() => requireVerifiable(account, verifier))).toEqual({
      code: 'SELF_APPROVAL_FORBIDDEN',
      text: { key: 'vendor.bank_self_verification' },
      details: undefined,
    });
  });

  it.each([
    [{ ...entered, verifiedAt: AT }, 'verified'],
    [{ ...entered, isNewest: false }, 'superseded'],
  ])('cannot be verified when it is verified or superseded: %j', (account, status) => {
    expect(refusal(() => requireVerifiable(account, sara))).toMatchObject({
      code: 'INVALID_STATUS',
      details: { status, allowed_statuses: ['unverified'] },
    });
  });
});

describe('payableVersions', () => {
  const trusted = { id: 1, bankAccount: 'SA1', verified: true };
  const removed = { id: 2, bankAccount: null, verified: false };
  const entered = { id: 3, bankAccount: 'SA1', verified: false };

  it.each([
    [[], null, null],
    [[trusted], trusted, trusted],
    [[entered, trusted], entered, trusted],
    [[removed, trusted], removed, null],
    [[{ ...removed, verified: true }, trusted], { ...removed, verified: true }, { ...removed, verified: true }],
    [[entered, removed, trusted], entered, null],
    [[{ ...entered, verified: true }, removed], { ...entered, verified: true }, { ...entered, verified: true }],
  ])(
    'returns for %j the newest version %j and the newest verified, not removed version %j',
    (versions, newest, newestVerified) => {
      expect(payableVersions(versions)).toEqual({ newest, newestVerified });
    },
  );
});

describe('paymentTarget', () => {
  const vendor = { id: 3, name: 'Najd Steel' };
  const trusted = { id: 1, verified: true };
  const changed = { id: 2, verified: false };
  const WARNING = {
    code: 'BANK_DETAILS_UNVERIFIED',
    text: { key: 'vendor.bank_unverified', params: { name: 'Najd Steel' } },
  };

  it.each([
    ['warn', trusted, trusted, trusted, []],
    ['warn', changed, trusted, changed, [WARNING]],
    ['warn', changed, null, changed, [WARNING]],
    ['warn', null, null, null, []],
    ['ignore', changed, trusted, changed, []],
    ['ignore', null, null, null, []],
    ['block', trusted, trusted, trusted, []],
    ['block', changed, trusted, trusted, []],
  ] as const)(
    'returns for the setting %s, newest %j and newest verified %j: %j',
    (control, newest, newestVerified, account, warnings) => {
      expect(paymentTarget({ control, newest, newestVerified }, vendor)).toEqual({ account, warnings });
    },
  );

  it.each([[changed], [null]])('rejects unverified or missing bank details with the setting block: %j', (newest) => {
    expect(refusal(() => paymentTarget({ control: 'block', newest, newestVerified: null }, vendor))).toEqual({
      code: 'BANK_DETAILS_UNVERIFIED',
      text: { key: 'vendor.bank_must_be_verified', params: { name: 'Najd Steel' } },
      details: { vendor_id: 3, bank_change_control: 'block' },
    });
  });
});

it.each([
  ['SA03 8000 0000 6080 1016 7519', '****7519'],
  ['12345', '****2345'],
  ['1234', '****'],
  ['12-34', '****'],
  ['A-1 2', '****'],
  ['٠١٢٣٤٥', '****٢٣٤٥'],
  ['', '****'],
  [null, null],
])('masked converts the account %j to %j', (account, shown) => expect(masked(account)).toBe(shown));

describe('wholeDetails', () => {
  const before = { bankName: 'SNB', bankAccount: '1', accountHolder: 'Najd', swift: 'NCBKSAJE' };

  it('copies missing fields while the account is unchanged', () => {
    expect(wholeDetails(before, { bankName: 'ANB', bankAccount: '1' })).toEqual({ ...before, bankName: 'ANB' });
    expect(wholeDetails(before, { bankName: 'SNB', bankAccount: '1', accountHolder: 'Hijaz' })).toEqual({
      ...before,
      accountHolder: 'Hijaz',
    });
    expect(wholeDetails(before, { bankName: 'SNB', bankAccount: '1', swift: null })).toEqual({
      ...before,
      swift: null,
    });
  });

  it.each([[before], [null]])('clears missing fields for another account', (earlier) => {
    const given = { bankName: 'SNB', bankAccount: '2' };
    expect(wholeDetails(earlier, given)).toEqual({ ...given, accountHolder: null, swift: null });
  });
});

it('shownAccount masks the account except for its last four characters', () => {
  const account = { id: 7, bankName: 'SNB', bankAccount: 'SA0380000000608010167519', verified: true };
  expect(shownAccount(account)).toEqual({ id: 7, bank_name: 'SNB', bank_account: '****7519', verified: true });
});

it.each([
  ['warn', { verified: true }, 0],
  ['warn', null, 0],
  ['warn', { verified: false }, 1],
  ['block', { verified: false }, 0],
  ['ignore', { verified: false }, 0],
] as const)('with the setting %s, unverifiedWarnings returns for %j %i warnings', (control, account, times) => {
  expect(unverifiedWarnings(control, account, { name: 'Najd' })).toHaveLength(times);
});
