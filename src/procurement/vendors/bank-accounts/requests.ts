import { Field, ListQuery, Rules } from '../../../platform/http';
import { bankAccountFault, type GivenDetails } from '../domain/bank-accounts';
import { isSwift } from '../domain/iban';

/** The newest bank details of a vendor. */
export class BankAccountDto {
  @Field.text({ example: 'Saudi National Bank' }) bank_name: string;
  @Field.text({
    max: 64,
    description:
      'What looks like an IBAN must be one. A masked account, such as ****7519, is refused: leave the field out.',
    example: 'SA0380000000608010167519',
  })
  @Rules(bankAccountFault)
  bank_account: string;

  @Field.text({
    optional: true,
    nullable: true,
    description: 'Left out, it stays where the account does.',
    example: 'Najd Steel Company',
  })
  account_holder?: string | null;

  @Field.text({
    optional: true,
    nullable: true,
    max: 11,
    description: "The bank's SWIFT code (BIC). Left out, it stays where the account does.",
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
