import { Injectable } from '@nestjs/common';
import { Clock, addDays, type CalendarDate } from '../../common/clock';
import { DomainError } from '../../common/errors';
import type { Transaction } from '../../platform/database';
import { NOTHING, takeDays, takeOne, usedToday, type DailyCount } from './domain/quotas';
import type { CountedKind } from './entities/daily-count.entity';
import { TenantQuotas } from './tenant-quotas.sql';

/**
 * Counts invitations and mails against the tenant's daily quotas. The row of a count stays locked until the transaction
 * ends, so concurrent requests cannot exceed the quota and rolled back ones are not counted.
 */
@Injectable()
export class DailyAllowance {
  constructor(
    private readonly quotas: TenantQuotas,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError RATE_LIMIT_EXCEEDED until 00:00 UTC if today's quota is used up */
  async countInvitation(tx: Transaction): Promise<void> {
    const { invitations_per_day: limit } = await this.quotas.of(tx);
    const today = this.clock.today();
    const count = takeOne(await this.lock(tx, 'invitation'), today, limit);
    if (!count) throw this.allTaken(limit);
    this.store(tx, 'invitation', count);
  }

  /** Mails over today's quota are assigned to later days. @returns when each may be sent, in order */
  async countMails(
    tx: Transaction,
    kind: Extract<CountedKind, 'mail' | 'security_notice'>,
    howMany: number,
  ): Promise<readonly Date[]> {
    // Locked first, so that a quota raised concurrently applies once its transaction commits.
    const before = await this.lock(tx, kind);
    const { mails_per_day: limit } = await this.quotas.of(tx);
    const today = this.clock.today();
    const { days, count } = takeDays(before, today, { limit, howMany });
    this.store(tx, kind, count);
    return days.map((day) => (day > today ? startOf(day) : this.clock.now()));
  }

  /**
   * Counts mails from today on again, if they reach into later days, to use a raised quota today. Blocks counting of
   * the tenant's mails until the transaction ends.
   * @param previousLimit the quota until now, which today's mails have used up in this case
   */
  async countMailsFromToday(tx: Transaction, previousLimit: number): Promise<void> {
    const today = this.clock.today();
    for (const kind of ['mail', 'security_notice'] as const) {
      const count = await this.lock(tx, kind);
      this.store(tx, kind, { day: today, used: usedToday(count, today, previousLimit) });
    }
  }

  private async lock(tx: Transaction, kind: CountedKind): Promise<DailyCount> {
    const [row] = await tx.query<DailyCount>(
      `INSERT INTO daily_counts AS c (tenant_id, kind, day, used) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, kind) DO UPDATE SET used = c.used RETURNING day, used`,
      [tx.tenantId, kind, NOTHING.day, NOTHING.used],
    );
    return row ?? NOTHING;
  }

  private store(tx: Transaction, kind: CountedKind, count: DailyCount): void {
    const stored = 'UPDATE daily_counts SET day = $3, used = $4 WHERE tenant_id = $1 AND kind = $2';
    void tx.send(stored, [tx.tenantId, kind, count.day, count.used]);
  }

  private allTaken(limit: number): DomainError {
    const tomorrow = startOf(addDays(this.clock.today(), 1)).getTime();
    const seconds = Math.ceil((tomorrow - this.clock.now().getTime()) / 1000);
    const text = { key: 'invitations.quota', params: { limit, seconds } } as const;
    return new DomainError('RATE_LIMIT_EXCEEDED', text, { retryAfter: seconds });
  }
}

function startOf(day: CalendarDate): Date {
  return new Date(`${day}T00:00:00.000Z`);
}
