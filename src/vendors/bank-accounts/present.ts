import { can } from '../../common/actor';
import { type Holder, holds } from '../../common/actor/holding';
import type { Language } from '../../common/messages';
import { sayWarnings, type Warning } from '../../common/messages/warning';
import { masked, statusOf } from '../domain/bank-accounts';
import type { BankAccountOut } from './answers';
import type { BankAccountRow } from './bank-accounts.queries';

/**
 * Whether somebody is shown whole accounts: whoever may enter, verify or pay them, with a token that could. Anybody else is
 * shown the last four characters.
 */
export function seesWholeAccounts(actor: Holder): boolean {
  const acts = can(actor, 'write') || can(actor, 'approve');
  return acts && SEEING.some((permission) => holds(actor, permission));
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
    bank_account: seesWholeAccounts(actor) ? account.bankAccount : masked(account.bankAccount),
    account_holder: account.accountHolder,
    swift: account.swift,
    created_at: account.createdAt.toISOString(),
    created_by: account.createdBy,
    verified_at: account.verifiedAt?.toISOString() ?? null,
    verified_by: account.verifiedBy,
    ...sayWarnings(warnings, language),
  };
}
