import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { SecretBox, type SealedPlace } from '../../common/secrets/secret-box';
import type { TenantId } from '../../common/records/ids';
import { claimJobs, type JobRef, type SealedColumn, type SealedRow, UnitOfWork, query } from '../../platform/database';
import { counterBy } from '../../platform/metrics';
import { Periodic } from '../../platform/periodic';
import { asJob, inTraceOf } from '../../platform/tracing';
import type { Mail } from './mail-content';
import { MailTransport } from './mail-transport';
import { nextAttemptIn, type MailFault } from './domain/retry-plan';

const SWEEP_MILLISECONDS = 30_000;
/** Lease of a mail, milliseconds. Longer than all timeouts of the mail server together. */
const LEASE_MILLISECONDS = 120_000;
const AT_ONCE = 5;

interface MailRow {
  readonly recipient: string;
  readonly created_at: Date;
  readonly sealed_mail: string;
  readonly attempts: number;
  readonly traceparent: string | null;
}

/**
 * Sends mail immediately after the commit. A sweep sends mail left by a crash or an outage. A mail is leased before it
 * is sent and deleted afterwards, so none is lost; a crash in between sends it twice.
 */
@Injectable()
export class MailDispatch implements OnModuleDestroy {
  private readonly log = new Logger('Mail');
  private readonly attempts = counterBy(
    'mail_attempts_total',
    'Mails given to the mail server, by what it came to',
    'outcome',
    ['sent', 'postponed', 'given_up'],
  );
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    private readonly box: SecretBox,
    periodic: Periodic,
  ) {
    // API processes send only their own mail; workers also send mail left by others.
    periodic.add({
      name: 'Mail left behind',
      every: SWEEP_MILLISECONDS,
      onlyInWorkers: true,
      failure: 'Mail could not be looked for',
      run: () => {
        this.wake();
        return this.settled();
      },
    });
  }

  /** Waits for the mails being sent; the rest stays in the table. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Starts sending due mail, unless it is running already. Never throws. */
  wake(): void {
    this.again = true;
    this.running ??= asJob('Mail', {}, () => this.run()).finally(() => (this.running = undefined));
  }

  /** Resolves once all due mail has been tried. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        const lease = { now: this.clock.now(), milliseconds: LEASE_MILLISECONDS };
        const claimed = await claimJobs(this.unitOfWork, 'claim_mail', lease, AT_ONCE);
        this.again ||= claimed.length === AT_ONCE;
        await Promise.all(
          claimed.map((mail) => asJob('Mail', { tenant: mail.tenantId, mail_id: mail.id }, () => this.deliver(mail))),
        );
      } catch (error) {
        this.log.error({ err: error }, 'Mail could not be looked for');
      }
    }
  }

  private async deliver({ tenantId, id }: JobRef): Promise<void> {
    const select =
      'SELECT recipient, created_at, sealed_mail, attempts, traceparent FROM outgoing_mail WHERE tenant_id = $1 AND id = $2';
    const [[row]] = await this.unitOfWork.read<[MailRow]>(tenantId, query(select, [tenantId, id]));
    if (!row) return;
    const { traceparent, attempts } = row;
    const attributes = { 'mail.id': id, 'mail.attempt': attempts };
    const span = { name: 'send mail', kind: 'client', attributes } as const;
    try {
      await inTraceOf({ traceparent, continues: attempts === 1 }, span, async () => {
        const mail = this.box.open(row.sealed_mail, mailPlace(tenantId, row.recipient, row.created_at));
        await this.transport.send(`${tenantId}.${id}`, JSON.parse(mail) as Mail);
        this.attempts.inc('sent');
        await this.remove(tenantId, id);
      });
    } catch (error) {
      await this.failed(tenantId, id, attempts, error as MailFault);
    }
  }

  private async failed(tenantId: TenantId, id: number, attempts: number, fault: MailFault): Promise<void> {
    const wait = nextAttemptIn(attempts, fault);
    this.attempts.inc(wait === undefined ? 'given_up' : 'postponed');
    if (wait === undefined) {
      this.log.error({ err: fault }, `Mail given up after ${attempts} attempts`);
      await this.remove(tenantId, id);
      return;
    }
    this.log.warn({ err: fault }, `Mail not taken; next attempt in ${wait} s`);
    const dueAt = new Date(this.clock.now().getTime() + wait * 1000);
    const postponed = 'UPDATE outgoing_mail SET due_at = $3 WHERE tenant_id = $1 AND id = $2';
    await this.unitOfWork.write(tenantId, query(postponed, [tenantId, id, dueAt]));
  }

  private async remove(tenantId: TenantId, id: number): Promise<void> {
    const sent = 'DELETE FROM outgoing_mail WHERE tenant_id = $1 AND id = $2';
    await this.unitOfWork.write(tenantId, query(sent, [tenantId, id]));
  }
}

/** Binds an encrypted mail to its row: by recipient and time, because the id is not known yet. */
export const mailPlace = (tenantId: TenantId, recipient: string, postedAt: Date): SealedPlace => ({
  purpose: 'waiting mail',
  tenantId,
  record: `${postedAt.toISOString()} ${recipient}`,
});

interface SealedMailRow extends SealedRow {
  readonly id: number;
  readonly recipient: string;
  readonly created_at: Date;
}

export const WAITING_MAIL: SealedColumn<SealedMailRow> = {
  kind: 'waiting_mail',
  page: `SELECT id, recipient, created_at, sealed_mail AS sealed FROM outgoing_mail
          WHERE tenant_id = $1 AND NOT starts_with(sealed_mail, $2) ORDER BY id OFFSET $3 LIMIT $4`,
  replace: `UPDATE outgoing_mail m SET sealed_mail = r.resealed
              FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, sealed text, resealed text)
             WHERE m.tenant_id = $1 AND m.id = r.id AND m.sealed_mail = r.sealed RETURNING m.id`,
  place: (tenantId, { recipient, created_at }) => mailPlace(tenantId, recipient, created_at),
};
