import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { requirePorts } from '../../common/errors/start-refusal';
import type { Transaction } from '../../platform/database';
import type { FiscalYearRule } from '../tenants';

/** A vendor's document number that a change of the first month would make occur twice in a fiscal year. */
export interface TwiceUsedNumber {
  /** As printed. */
  readonly number: string;
  /** Records with the number: the service's numbers of invoices, `#` and the id of credit notes. */
  readonly records: readonly string[];
}

/** Start of the next batch of {@link FiscalYearRecords.store}. */
export interface StoringPlace {
  readonly table: number;
  readonly id: number;
}

/** Access to stored fiscal years. Implemented by `InvoiceFiscalYears` (invoices). */
export interface FiscalYearRecords {
  /** Numbers that would be used twice in a fiscal year with this first month; at most one more than `most`. */
  twiceUsed(tx: Transaction, startMonth: number, most: number): Promise<TwiceUsedNumber[]>;
  /** Number of records not stored with this rule, counted up to `most`. */
  left(tx: Transaction, rule: FiscalYearRule, most: number): Promise<number>;
  /** @returns the start of the next batch; undefined after the last one */
  store(
    tx: Transaction,
    rule: FiscalYearRule,
    most: number,
    from: StoringPlace | undefined,
  ): Promise<StoringPlace | undefined>;
}

/** Dependencies of settings on modules that they must not import. Each module sets its port during startup. */
@Injectable()
export class SettingsPorts implements OnApplicationBootstrap {
  fiscalYears: FiscalYearRecords;

  /** @throws StartRefusal for a port that is not set */
  onApplicationBootstrap(): void {
    requirePorts<SettingsPorts>(this, { fiscalYears: 'InvoicesModule' });
  }
}
