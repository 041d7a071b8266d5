import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { SecretBox } from '../../common/secrets/secret-box';
import type { Transaction } from '../../platform/database';
import { DailyAllowance } from '../quotas';
import { TenantSettings } from '../tenants';
import { currentTraceparent } from '../../platform/tracing';
import { compose, type MailContent, type Mail, type MailingTenant, type Recipient } from './mail-content';
import { MailDispatch, mailPlace } from './mail-dispatch';

/** Inserts mail in the transaction of its change. It is sent after the commit. */
@Injectable()
export class Mailbox {
  constructor(
    private readonly dispatch: MailDispatch,
    private readonly allowance: DailyAllowance,
    private readonly tenants: TenantSettings,
    private readonly clock: Clock,
    private readonly box: SecretBox,
  ) {}

  /**
   * Sends the letter to each recipient in the tenant's language. Mail over the daily quota is sent on a later day;
   * security notices have a separate quota.
   * @throws DomainError NOT_FOUND if the tenant does not exist any more
   */
  async post(
    tx: Transaction,
    recipients: readonly Recipient[],
    letter: (tenant: MailingTenant) => MailContent,
  ): Promise<void> {
    if (recipients.length === 0) return;
    const { name, settings } = await this.tenants.of(tx);
    const written = letter({ name, language: settings.language });
    const composed = compose(settings.language, written);
    const kind = written.isSecurityNotice ? 'security_notice' : 'mail';
    const dueAt = await this.allowance.countMails(tx, kind, recipients.length);
    const now = this.clock.now();
    const rows = recipients.map((to, index) => ({
      recipient: to.email,
      due_at: dueAt[index],
      sealed_mail: this.box.seal(
        JSON.stringify({ ...composed, to } satisfies Mail),
        mailPlace(tx.tenantId, to.email, now),
      ),
    }));
    await tx.query(
      `INSERT INTO outgoing_mail (tenant_id, recipient, sealed_mail, due_at, created_at, traceparent)
       SELECT $1, m.recipient, m.sealed_mail, m.due_at, $3, $4
         FROM jsonb_to_recordset($2::jsonb) AS m (recipient text, sealed_mail text, due_at timestamptz)`,
      [tx.tenantId, JSON.stringify(rows), now, currentTraceparent()],
    );
    tx.afterCommit(() => this.dispatch.wake());
  }

  /**
   * Reschedules pending mail in order after the daily quota was raised. Mail that was attempted retains its next
   * attempt, and none is delayed further. Workers send due mail with their next sweep.
   * @param previousLimit the daily quota until now
   */
  async bringForward(tx: Transaction, previousLimit: number): Promise<void> {
    await this.allowance.countMailsFromToday(tx, previousLimit);
    const waiting = await tx.query<{ id: number }>(
      `SELECT id FROM outgoing_mail WHERE tenant_id = $1 AND attempts = 0 AND due_at > $2
        ORDER BY due_at, id FOR UPDATE`,
      [tx.tenantId, this.clock.now()],
    );
    // Pending security notices count as other mail here, because rows do not store the kind.
    const dueAt = await this.allowance.countMails(tx, 'mail', waiting.length);
    await tx.query(
      `UPDATE outgoing_mail m SET due_at = least(m.due_at, w.due_at)
         FROM unnest($2::bigint[], $3::timestamptz[]) AS w (id, due_at) WHERE m.tenant_id = $1 AND m.id = w.id`,
      [tx.tenantId, waiting.map(({ id }) => id), dueAt],
    );
  }
}
