import { type Holder, holds } from '../../../common/actor/abilities';
import { DomainError, invalidStatus, type Message } from '../../../common/errors';
import type { Warning } from '../../../common/warnings';
import type { BankChangeControl } from '../../../common/settings';
import type { UserId } from '../../../common/records/ids';
import { isBrokenIban } from './iban';

export interface BankDetails {
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  readonly accountHolder: string | null;
  readonly swift: string | null;
}

/** superseded: replaced by a newer version before it was verified. */
export const BANK_ACCOUNT_STATUSES = ['unverified', 'verified', 'superseded'] as const;
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

export interface BankAccountFacts {
  readonly isNewest: boolean;
  readonly verifiedAt: Date | null;
  /** Users who entered this account in this or an earlier version, since the last verified one. */
  readonly enteredByIds: readonly UserId[];
}

export function statusOf({ isNewest, verifiedAt }: Omit<BankAccountFacts, 'enteredByIds'>): BankAccountStatus {
  if (verifiedAt !== null) return 'verified';
  return isNewest ? 'unverified' : 'superseded';
}

/**
 * Only the newest version can be verified, and only once. All users who entered its account since the last verified
 * version are excluded, even if another user later corrected the bank name. It binds administrators too.
 * @throws DomainError INVALID_STATUS, SELF_APPROVAL_FORBIDDEN
 */
export function requireVerifiable(account: BankAccountFacts, verifierId: UserId | null): void {
  const status = statusOf(account);
  if (status !== 'unverified') throw invalidStatus(status, 'verify', ['unverified']);
  if (verifierId !== null && !account.enteredByIds.includes(verifierId)) return;
  throw new DomainError('SELF_APPROVAL_FORBIDDEN', { key: 'vendor.bank_self_verification' });
}

/** Versions that a payment may use, and the tenant's control setting. */
export interface PayableVersions<Account> {
  readonly control: BankChangeControl;
  readonly newest: Account | null;
  readonly newestVerified: Account | null;
}

/**
 * A version without an account removes all earlier accounts. If that removal is verified, the vendor is paid without an
 * account.
 * @param versions newest first, at least back to the newest verified one
 */
export function payableVersions<Account extends Pick<PaidAccount, 'bankAccount' | 'verified'>>(
  versions: readonly Account[],
): Omit<PayableVersions<Account>, 'control'> {
  const removal = versions.findIndex(({ bankAccount }) => bankAccount === null);
  const present = removal < 0 ? versions : versions.slice(0, removal + 1);
  return { newest: versions[0] ?? null, newestVerified: present.find(({ verified }) => verified) ?? null };
}

export interface PaymentTarget<Account> {
  readonly account: Account | null;
  readonly warnings: readonly Warning[];
}

/**
 * The bank details of a payment: the newest version or, if the tenant blocks unverified ones, the newest verified
 * version that was not removed.
 * @throws DomainError BANK_DETAILS_UNVERIFIED if the tenant blocks unverified ones and no other version exists
 */
export function paymentTarget<Account extends { readonly verified: boolean }>(
  { control, newest, newestVerified }: PayableVersions<Account>,
  vendor: { readonly id: number; readonly name: string },
): PaymentTarget<Account> {
  if (control === 'block') {
    if (newestVerified) return { account: newestVerified, warnings: [] };
    throw new DomainError(
      'BANK_DETAILS_UNVERIFIED',
      { key: 'vendor.bank_must_be_verified', params: { name: vendor.name } },
      { details: { vendor_id: vendor.id, bank_change_control: control } },
    );
  }
  return { account: newest, warnings: unverifiedWarnings(control, newest, vendor) };
}

/** The warning for a payment to unverified bank details. */
export function unverifiedWarnings(
  control: BankChangeControl,
  account: { readonly verified: boolean } | null,
  { name }: { readonly name: string },
): readonly Warning[] {
  if (control !== 'warn' || account === null || account.verified) return [];
  return [{ code: 'BANK_DETAILS_UNVERIFIED', text: { key: 'vendor.bank_unverified', params: { name } } }];
}

const STARS = '****';

/** Masked unless the reader's role may enter, verify or pay the account; the token's abilities do not matter. */
export function accountShownTo(reader: Holder, account: string | null): string | null {
  return SEEING.some((permission) => holds(reader, permission)) ? account : masked(account);
}

const SEEING = ['vendors.write', 'vendor_bank.verify', 'payments.write'] as const;

/** Four asterisks and the last four characters. Accounts of up to four characters are masked completely. */
export function masked(account: string | null): string | null {
  if (account === null) return null;
  const plain = account.replace(/[^\p{L}\p{N}]/gu, '');
  return `${STARS}${plain.length > 4 ? plain.slice(-4) : ''}`;
}

/** The error for an account as {@link masked} returns it, or for an invalid IBAN. */
export function bankAccountFault(value: unknown): Message | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.trim().startsWith(STARS)) return { key: 'vendor.bank_account_masked' };
  return isBrokenIban(value) ? { key: 'vendor.iban' } : undefined;
}

export interface PaidAccount {
  readonly id: number;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  /** Whether it was verified when it was paid. */
  readonly verified: boolean;
  /** Only set for a new payment. */
  readonly enteredById?: number | null;
  readonly verifiedById?: number | null;
}

/** The bank details of a payment with API names and a masked account. */
export function shownAccount({ id, bankName, bankAccount, verified }: PaidAccount) {
  return { id, bank_name: bankName, bank_account: masked(bankAccount), verified };
}

export type GivenDetails = Pick<BankDetails, 'bankName' | 'bankAccount'> & Partial<BankDetails>;

/** If account_holder or swift is missing, it is copied only if the account is unchanged. */
export function wholeDetails(before: BankDetails | null, given: GivenDetails): BankDetails {
  const { accountHolder = null, swift = null } = before?.bankAccount === given.bankAccount ? before : {};
  return { accountHolder, swift, ...given };
}
