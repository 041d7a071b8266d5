import type { Holder } from '../../../common/actor/holding';
import type { Language } from '../../../messages';
import { sayWarnings, type Warning } from '../../../common/warnings';
import { accountShownTo, statusOf } from '../domain/bank-accounts';
import type { BankAccountOut } from './answers';
import type { BankAccountRow } from './bank-accounts.queries';

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
