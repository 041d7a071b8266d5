import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { SecretBox } from '../../../common/secrets/secret-box';
import { classify, INTERRUPTED, type CallResult, type Outcome } from '../domain/outcome';
import type { Claim } from './claims';
import { signedHeaders } from '../domain/signing';
import { openSecrets, secretPlace } from './sealed-secrets';
import { WebhookSender } from './sending/webhook-sender';

/** An attempt as stored in the delivery log. */
interface RecordedAttempt {
  /** `SUCCESS`, or the class of the failure. */
  readonly outcome: string;
  readonly statusCode: number | null;
  readonly response: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** `attempt` is null if nothing was sent (a poison message). */
export interface AttemptReport {
  readonly claim: Claim;
  readonly outcome: Outcome;
  readonly attempt: RecordedAttempt | null;
}

/** Makes the attempt of a claim and classifies the response. No transaction is open during the call. */
@Injectable()
export class Attempts {
  private readonly log = new Logger(Attempts.name);

  constructor(
    private readonly sender: WebhookSender,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Sends the delivery unless it is a poison message. Receiver faults are returned as an outcome, not thrown. */
  async make(claim: Claim): Promise<AttemptReport> {
    if (claim.isPoison) return { claim, outcome: INTERRUPTED, attempt: null };
    const startedAt = this.clock.now();
    const started = performance.now();
    const result = await this.send(claim, startedAt);
    const outcome = classify(result);
    const answer = result.kind === 'response' ? result : null;
    return {
      claim,
      outcome,
      attempt: {
        outcome: outcome.verdict === 'success' ? 'SUCCESS' : outcome.failure,
        statusCode: answer?.status ?? null,
        response: answer?.body ?? null,
        startedAt,
        durationMs: Math.round(performance.now() - started),
      },
    };
  }

  private async send(claim: Claim, at: Date): Promise<CallResult> {
    const place = secretPlace(claim.ref.tenantId, claim.ref.subscriptionId);
    const headers = signedHeaders({
      event: claim.event,
      eventId: claim.eventId,
      deliveryId: String(claim.ref.deliveryId),
      attempt: claim.attempt,
      body: claim.body,
      secrets: openSecrets(this.secretBox, claim.sealedSecrets, place),
      at,
    });
    const result = await this.sender.send({ url: claim.url, headers, body: claim.body });
    if (result.kind === 'network') this.log.debug({ code: result.code }, 'No answer');
    return result;
  }
}
