import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { decimal, minorUnits } from '../../../common/money';
import type { TenantId } from '../../../common/records/ids';
import { isTenantShut, query, type Transaction, UnitOfWork } from '../../../platform/database';
import { approvalReminderLetter, Mailbox, type RemindedDocument } from '../../../organisation/notifications';
import { Periodic, type Repetition } from '../../../platform/periodic';
import { TenantSettings } from '../../../organisation/tenants';
import { InboxQueries } from './inbox.queries';
import { ADDRESSEES, type AddresseeRow, CLAIM_DUE, ONE_AT_A_TIME, type PendingRow } from './inbox.sql';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Reminds approvers of steps that have been open for the tenant's number of days, and again after the same number of
 * days. Each user gets one mail with all pending documents. One transaction marks the steps and saves the mails, so
 * that no mail is lost or sent twice. An advisory lock serialises processes per tenant.
 */
@Injectable()
export class ApprovalReminders {
  private readonly looking: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly inbox: InboxQueries,
    private readonly tenants: TenantSettings,
    private readonly mailbox: Mailbox,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.looking = periodic.add({
      name: 'Approval reminders',
      every: HOUR,
      onlyInWorkers: true,
      failure: 'Reminders of approvals could not be posted',
      run: () => this.remind(),
    });
  }

  /**
   * Saves the reminders that are due, for every tenant with reminders enabled, and returns their number.
   * @throws AggregateError with the errors of single tenants, after all others are done
   */
  async remind(): Promise<number> {
    const due = await this.unitOfWork.unscoped<{ id: TenantId }>(
      query('SELECT tenants_to_remind($1) AS id', [this.clock.now()]),
    );
    let mails = 0;
    const faults: unknown[] = [];
    for (const { id } of due) {
      if (this.looking.stopped) break;
      try {
        mails += await this.unitOfWork.run(id, (tx) => this.remindTenant(tx));
      } catch (error) {
        // A sandbox tenant that is being reset needs no reminders.
        if (!isTenantShut(error)) faults.push(error);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} tenants could not be reminded`);
    return mails;
  }

  private async remindTenant(tx: Transaction): Promise<number> {
    await tx.query(ONE_AT_A_TIME, [tx.tenantId]);
    const { settings } = await this.tenants.of(tx);
    if (settings.approval_reminder_days === 0) return 0;
    const now = this.clock.now();
    const since = new Date(now.getTime() - settings.approval_reminder_days * DAY);
    const claimed = await tx.query<{ id: number }>(CLAIM_DUE, [tx.tenantId, now, since]);
    if (claimed.length === 0) return 0;
    const waiting = await this.pendingByPerson(tx, new Set(claimed.map(({ id }) => id)));
    const people = await tx.query<AddresseeRow>(ADDRESSEES, [tx.tenantId, [...waiting.keys()]]);
    for (const { id, email, ...user } of people) {
      const documents = (waiting.get(id) ?? []).map(reminded);
      const to = { name: user.nameEn, email };
      await this.mailbox.post(tx, [to], (tenant) => approvalReminderLetter(tenant, { user, documents }));
    }
    return people.length;
  }

  /** All pending documents of each approver of one of these steps, oldest first. */
  private async pendingByPerson(
    tx: Transaction,
    due: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, readonly PendingRow[]>> {
    const { rows, waiting } = await this.inbox.everything(tx);
    const all = new Map<number, PendingRow[]>();
    const asked = new Set<number>();
    for (const row of rows) {
      for (const { id } of waiting.approvers(row)) {
        all.set(id, [...(all.get(id) ?? []), row]);
        if (row.step_id !== null && due.has(row.step_id)) asked.add(id);
      }
    }
    return new Map([...all].filter(([id]) => asked.has(id)));
  }
}

function reminded({ number, amount, currency, vendor, since }: PendingRow): RemindedDocument {
  const shown = decimal(amount).toFixed(minorUnits(currency));
  return { number, amount: shown, currency, vendor: vendor.name, since: new Date(since) };
}
