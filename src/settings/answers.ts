import { Out } from '../http';
import type { QuotaUsage } from '../quotas';

/** What the tenant may use at most, and what it uses. Days are UTC. */
export class QuotasOut implements QuotaUsage {
  @Out.integer({ example: 10240, description: 'Uploaded documents in all, in MiB. Past it an upload is a 422.' })
  storage_quota_mb: number;

  @Out.number({ example: 12.4, description: 'In MiB, rounded up to a tenth.' })
  storage_used_mb: number;

  @Out.integer({ example: 200, description: 'Past it an invitation is a 429 until the next day.' })
  invitations_per_day: number;

  @Out.integer({ example: 3 })
  invitations_today: number;

  @Out.integer({
    example: 1000,
    description: 'Past it mails wait for the next day. Security notices are not among them: they have as many again.',
  })
  mails_per_day: number;

  @Out.integer({ example: 17 })
  mails_today: number;
}
