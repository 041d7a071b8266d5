import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { requirePorts } from '../../common/errors/start-refusal';
import type { Transaction } from '../../platform/database';
import type { FiscalYearRule } from '../tenants';

/** A number that a vendor would have used twice in a fiscal year. */
export interface TwiceUsedNumber {
  /** As printed. */
  readonly number: string;
  /** The records that have it: the service's numbers of invoices, `#` and the id of credit notes. */
  readonly records: readonly string[];
}

/** Where the next batch of {@link FiscalYearRecords.store} begins. */
export interface StoringPlace {
  readonly table: number;
  readonly id: number;
}

/** Who stores fiscal years. Implemented by `InvoiceFiscalYears` (invoices). */
export interface FiscalYearRecords {
  /**
   * Numbers that would be used twice in a fiscal year with this first month, one more than `most` at most.
   * @param startMonth 1 to 12
   */
  twiceUsed(tx: Transaction, startMonth: number, most: number): Promise<TwiceUsedNumber[]>;
  /** How many records are not stored by the rule; counted up to `most`. */
  left(tx: Transaction, rule: FiscalYearRule, most: number): Promise<number>;
  /**
   * Stores the next `most` records by the rule.
   * @param from where to begin; undefined for the first batch
   * @returns where the next batch begins; undefined after the last one
   */
  store(
    tx: Transaction,
    rule: FiscalYearRule,
    most: number,
    from: StoringPlace | undefined,
  ): Promise<StoringPlace | undefined>;
}

/** What settings need from modules that they must not import; each sets its port while the application starts. */
@Injectable()
export class SettingsPorts implements OnApplicationBootstrap {
  fiscalYears: FiscalYearRecords;

  /** @throws StartRefusal naming a port that nobody set */
  onApplicationBootstrap(): void {
    requirePorts<SettingsPorts>(this, { fiscalYears: 'InvoicesModule' });
  }
}
