import { Field, ListQuery, Rules } from '../../../platform/http';
import { bankAccountFault, type GivenDetails } from '../domain/bank-accounts';
import { isSwift } from '../domain/iban';

export class BankAccountDto {
  @Field.text({ example: 'Saudi National Bank' }) bank_name: string;
  @Field.text({
    max: 64,
    description: 'A value that looks like an IBAN must be a valid IBAN. A masked account such as ****7519 is rejected.',
    example: 'SA0380000000608010167519',
  })
  @Rules(bankAccountFault)
  bank_account: string;

  @Field.text({
    optional: true,
    nullable: true,
    description: 'If omitted, it stays unless the account changes.',
    example: 'Najd Steel Company',
  })
  account_holder?: string | null;

  @Field.text({
    optional: true,
    nullable: true,
    max: 11,
    description: "The bank's SWIFT code (BIC). If omitted, it stays unless the account changes.",
    example: 'NCBKSAJE',
  })
  @Rules((value) => (typeof value === 'string' && !isSwift(value) ? { key: 'vendor.swift' } : undefined))
  swift?: string | null;

  toInput(): GivenDetails {
    const { bank_name: bankName, bank_account: bankAccount, account_holder: accountHolder, swift } = this;
    return {
      bankName,
      bankAccount,
      ...(accountHolder !== undefined && { accountHolder }),
      ...(swift !== undefined && { swift: swift?.toUpperCase() ?? null }),
    };
  }
}

export class BankAccountListQuery extends ListQuery({ sortable: ['version'] }) {}
