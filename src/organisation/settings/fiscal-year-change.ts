import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors';
import type { Transaction } from '../../platform/database';
import { type FiscalYearRule, FiscalYears, storedBy } from '../tenants';
import { SettingsPorts, type StoringPlace, type TwiceUsedNumber } from './ports';

/** A change that concerns at most so many records takes effect in the request; else the job makes it. */
const AT_ONCE = 1000;

/** How many numbers a refusal names. */
const NAMED = 5;

/** Changes the first month of the fiscal year. */
@Injectable()
export class FiscalYearChange {
  constructor(
    private readonly years: FiscalYears,
    private readonly ports: SettingsPorts,
  ) {}

  /**
   * Begins a change of the month, or makes it where few records store a fiscal year. A change under way is replaced by it. The caller
   * has locked the settings.
   * @throws DomainError VALIDATION_ERROR on `fiscal_year_start_month` naming numbers that a vendor would have used twice in a year
   */
  async change(tx: Transaction, startMonth: number): Promise<void> {
    const calendar = await this.years.holdAlone(tx);
    const twice = await this.ports.fiscalYears.twiceUsed(tx, startMonth, NAMED);
    if (twice.length > 0) throw invalidField('fiscal_year_start_month', 'settings.fiscal_year_twice', named(twice));
    const rule = { startMonth, series: storedBy(calendar).series + 1 };
    if ((await this.ports.fiscalYears.left(tx, rule, AT_ONCE + 1)) > AT_ONCE) return this.years.begin(tx, rule);
    await this.storeAll(tx, rule);
    await this.years.settle(tx, rule);
  }

  private async storeAll(tx: Transaction, rule: FiscalYearRule): Promise<void> {
    let place: StoringPlace | undefined;
    do place = await this.ports.fiscalYears.store(tx, rule, AT_ONCE + 1, place);
    while (place);
  }
}

/** `B-7 (INV-2025-000002, INV-2026-000003); CN-1 (#4, #9)`. */
function named(twice: readonly TwiceUsedNumber[]): { numbers: string } {
  const shown = twice.slice(0, NAMED).map(({ number, records }) => `${number} (${records.slice(0, NAMED).join(', ')})`);
  return { numbers: `${shown.join('; ')}${twice.length > NAMED ? '; …' : ''}` };
}
