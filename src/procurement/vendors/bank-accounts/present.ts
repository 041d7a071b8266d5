import { type Holder, holds } from '../../../common/actor/holding';
import type { Language } from '../../../common/messages';
import { sayWarnings, type Warning } from '../../../common/messages/warning';
import { masked, statusOf } from '../domain/bank-accounts';
import type { BankAccountOut } from './answers';
import type { BankAccountRow } from './bank-accounts.queries';

/**
 * An account as this reader sees it: whole for a role that may enter, verify or pay it, whatever the token may call. Any other
 * role sees the last four characters.
 */
export function accountShownTo(reader: Holder, account: string | null): string | null {
  return SEEING.some((permission) => holds(reader, permission)) ? account : masked(account);
}

const SEEING = ['vendors.write', 'vendor_bank.verify', 'payments.write'] as const;

/** A version as both forms show it to this actor. */
export function presentBankAccount(
  account: BankAccountRow,
  actor: Holder,
  { warnings = [], language = 'en' }: { readonly warnings?: readonly Warning[]; readonly language?: Language } = {},
): BankAccountOut {
  return {
    id: account.id,
    version: account.version,
    is_current: account.isNewest,
    status: statusOf(account),
    bank_name: account.bankName,
    bank_account: accountShownTo(actor, account.bankAccount),
    account_holder: account.accountHolder,
    swift: account.swift,
    created_at: account.createdAt.toISOString(),
    created_by: account.createdBy,
    verified_at: account.verifiedAt?.toISOString() ?? null,
    verified_by: account.verifiedBy,
    ...sayWarnings(warnings, language),
  };
}
