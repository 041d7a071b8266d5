import { Out, WarningResponse } from '../../../platform/http';
import { SHOWN_ACCOUNT } from '../http/answers';
import { accountShownTo, BANK_ACCOUNT_STATUSES, statusOf } from '../domain/bank-accounts';
import type { Holder } from '../../../common/actor/abilities';
import type { Language } from '../../../messages';
import { toWarningsResponse, type Warning } from '../../../common/warnings';
import type { BankAccountRow } from './bank-accounts.queries';

export class BankAccountUserResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

/** The same in both forms. */
export class BankAccountResponse {
  @Out.id() id: number;
  @Out.integer({ description: 'Version number per vendor, starting at 1.', example: 2 }) version: number;
  @Out.boolean({ description: 'Whether it is the newest version, which the vendor shows.' }) is_current: boolean;

  @Out.oneOf(BANK_ACCOUNT_STATUSES, {
    description: 'superseded: replaced by a newer version before it was verified.',
    example: 'unverified',
  })
  status: string;

  @Out.text({ nullable: true, example: 'Saudi National Bank' }) bank_name: string | null;

  @Out.text({
    nullable: true,
    description: SHOWN_ACCOUNT,
    example: 'SA0380000000608010167519',
  })
  bank_account: string | null;

  @Out.text({ nullable: true, example: 'Najd Steel Company' }) account_holder: string | null;
  @Out.text({ nullable: true, example: 'NCBKSAJE' }) swift: string | null;
  @Out.timestamp() created_at: string;

  @Out.object(() => BankAccountUserResponse, {
    nullable: true,
    description: 'Null for bank details from before versions existed.',
  })
  created_by: BankAccountUserResponse | null;

  @Out.timestamp({ nullable: true }) verified_at: string | null;

  @Out.object(() => BankAccountUserResponse, {
    nullable: true,
    description: 'Null while unverified, and for bank details from before versions existed.',
  })
  verified_by: BankAccountUserResponse | null;

  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export function toBankAccountResponse(
  account: BankAccountRow,
  actor: Holder,
  { warnings = [], language = 'en' }: { readonly warnings?: readonly Warning[]; readonly language?: Language } = {},
): BankAccountResponse {
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
    ...toWarningsResponse(warnings, language),
  };
}
