import { type Holder, holds } from '../../../common/actor/abilities';
import { DomainError, invalidStatus, type Message } from '../../../common/errors';
import type { Warning } from '../../../common/warnings';
import type { BankChangeControl } from '../../../common/settings';
import type { UserId } from '../../../common/records/ids';
import { isBrokenIban } from './iban';

/** What somebody enters of a bank account. */
export interface BankDetails {
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  readonly accountHolder: string | null;
  readonly swift: string | null;
}

/** A superseded version was never verified, and a newer one has taken its place. */
export const BANK_ACCOUNT_STATUSES = ['unverified', 'verified', 'superseded'] as const;
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number];

/** The facts of a version that the rules ask for. */
export interface BankAccountFacts {
  readonly isNewest: boolean;
  readonly verifiedAt: Date | null;
  /** Who entered this account since one was verified last, in this version or in one before it. */
  readonly enteredByIds: readonly UserId[];
}

export function statusOf({ isNewest, verifiedAt }: Omit<BankAccountFacts, 'enteredByIds'>): BankAccountStatus {
  if (verifiedAt !== null) return 'verified';
  return isNewest ? 'unverified' : 'superseded';
}

/**
 * Refuses a verification: only the newest version is verified, once, and by another user than those who entered the
 * account: who corrects the bank's name does not make it their own. That binds administrators too.
 * @throws DomainError INVALID_STATUS, SELF_APPROVAL_FORBIDDEN
 */
export function requireVerifiable(account: BankAccountFacts, verifierId: UserId | null): void {
  const status = statusOf(account);
  if (status !== 'unverified') throw invalidStatus(status, 'verify', ['unverified']);
  if (verifierId !== null && !account.enteredByIds.includes(verifierId)) return;
  throw new DomainError('SELF_APPROVAL_FORBIDDEN', { key: 'vendor.bank_self_verification' });
}

/** The versions of a vendor that a payment may go to, null where there is none, and how strict the tenant is. */
export interface PayableVersions<Account> {
  readonly control: BankChangeControl;
  readonly newest: Account | null;
  readonly newestVerified: Account | null;
}

/**
 * The versions that a payment may go to. A version without an account removes every account before it. Where somebody verified
 * that removal, the vendor is paid without an account.
 * @param versions from the newest back to the newest that was verified, or further
 */
export function payableVersions<Account extends Pick<PaidAccount, 'bankAccount' | 'verified'>>(
  versions: readonly Account[],
): Omit<PayableVersions<Account>, 'control'> {
  const removal = versions.findIndex(({ bankAccount }) => bankAccount === null);
  const present = removal < 0 ? versions : versions.slice(0, removal + 1);
  return { newest: versions[0] ?? null, newestVerified: present.find(({ verified }) => verified) ?? null };
}

/** Where a payment goes. */
export interface PaymentTarget<Account> {
  /** Null for a vendor without bank details. */
  readonly account: Account | null;
  readonly warnings: readonly Warning[];
}

/**
 * To which version of the vendor's bank details a payment goes: the newest; where the tenant blocks unverified ones, the newest
 * that is verified and was not removed.
 * @throws DomainError BANK_DETAILS_UNVERIFIED where the tenant blocks unverified ones and the vendor has no others
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

/** What a payment to these bank details is answered with where nobody had verified them. */
export function unverifiedWarnings(
  control: BankChangeControl,
  account: { readonly verified: boolean } | null,
  { name }: { readonly name: string },
): readonly Warning[] {
  if (control !== 'warn' || account === null || account.verified) return [];
  return [{ code: 'BANK_DETAILS_UNVERIFIED', text: { key: 'vendor.bank_unverified', params: { name } } }];
}

const STARS = '****';

/**
 * An account as this reader sees it: whole for a role that may enter, verify or pay it, whatever the token may call. Any other
 * role sees the last four characters.
 */
export function accountShownTo(reader: Holder, account: string | null): string | null {
  return SEEING.some((permission) => holds(reader, permission)) ? account : masked(account);
}

const SEEING = ['vendors.write', 'vendor_bank.verify', 'payments.write'] as const;

/** The last four characters of an account, after four stars; of one that has no more than four, the stars alone. */
export function masked(account: string | null): string | null {
  if (account === null) return null;
  const plain = account.replace(/[^\p{L}\p{N}]/gu, '');
  return `${STARS}${plain.length > 4 ? plain.slice(-4) : ''}`;
}

/** Whether this is an account as {@link masked} shows it, which a client sends back. */
function isMasked(account: string): boolean {
  return account.trim().startsWith(STARS);
}

/** What is wrong with a bank account in a request: it is masked, or an IBAN that is none. */
export function bankAccountFault(value: unknown): Message | undefined {
  if (typeof value !== 'string') return undefined;
  if (isMasked(value)) return { key: 'vendor.bank_account_masked' };
  return isBrokenIban(value) ? { key: 'vendor.iban' } : undefined;
}

/** A version as payments see it. */
export interface PaidAccount {
  readonly id: number;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  /** Whether somebody had verified it when it was paid. */
  readonly verified: boolean;
  /** Who entered and who verified it; there where it is paid now. */
  readonly enteredById?: number | null;
  readonly verifiedById?: number | null;
}

/** The bank details that a payment went to, under their API names; of the account the last four characters. */
export function shownAccount({ id, bankName, bankAccount, verified }: PaidAccount): {
  readonly id: number;
  readonly bank_name: string | null;
  readonly bank_account: string | null;
  readonly verified: boolean;
} {
  return { id, bank_name: bankName, bank_account: masked(bankAccount), verified };
}

/** Bank details as the vendor's own fields or a new version give them. */
export type GivenDetails = Pick<BankDetails, 'bankName' | 'bankAccount'> & Partial<BankDetails>;

/** The details of a new version. What is not given of the holder and the bank's code stays with the account, or goes with it. */
export function wholeDetails(before: BankDetails | null, given: GivenDetails): BankDetails {
  const { accountHolder = null, swift = null } = before?.bankAccount === given.bankAccount ? before : {};
  return { accountHolder, swift, ...given };
}
