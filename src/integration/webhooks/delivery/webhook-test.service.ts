import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { DomainError } from '../../../common/errors';
import { SecretBox } from '../../../common/secrets/secret-box';
import { UnitOfWork, eventBody } from '../../../platform/database';
import { signedHeaders } from '../domain/signing';
import { WebhookSender } from './sending/webhook-sender';
import { TESTS_PER_MINUTE } from '../domain/limits';
import { classify, type CallResult } from '../domain/outcome';
import type { WebhookSubscription } from '../entities/webhook-subscription.entity';
import { activeSecrets, openSecrets, secretPlace } from './sealed-secrets';
import { WebhooksRepository } from '../webhooks.repository';

const MINUTE = 60_000;

interface TestAnswer {
  readonly status: number;
  readonly response: string;
}

/** Sends a test event immediately. The result does not affect the subscription's health. */
@Injectable()
export class WebhookTestService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: WebhooksRepository,
    private readonly sender: WebhookSender,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND; WEBHOOK_TEST_FAILED without a 2xx; RATE_LIMIT_EXCEEDED after 10 a minute */
  async test(actor: Actor, id: number): Promise<TestAnswer> {
    const subscription = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.subscriptions.lock(tx, id);
      countTest(locked, this.clock.now());
      await this.subscriptions.update(tx, locked);
      return locked;
    });
    const at = this.clock.now();
    const event = 'webhook.test' as const;
    const eventId = randomUUID();
    const data = { message: 'This is a test.' };
    const body = eventBody({ id: eventId, event, created_at: at.toISOString(), tenant_id: actor.tenantId, data });
    const secrets = openSecrets(this.secretBox, activeSecrets(subscription, at), secretPlace(actor.tenantId, id));
    const headers = signedHeaders({ event, eventId, deliveryId: randomUUID(), attempt: 1, body, secrets, at });
    return answerOf(await this.sender.send({ url: subscription.url, headers, body }));
  }
}

function countTest(subscription: WebhookSubscription, now: Date): void {
  const startedAt = subscription.testWindowAt?.getTime() ?? 0;
  const left = startedAt + MINUTE - now.getTime();
  if (left <= 0) {
    subscription.testWindowAt = now;
    subscription.testCount = 0;
  } else if (subscription.testCount >= TESTS_PER_MINUTE) {
    const seconds = Math.ceil(left / 1000);
    const text = { key: 'error.rate_limit', params: { seconds } } as const;
    throw new DomainError('RATE_LIMIT_EXCEEDED', text, { retryAfter: seconds });
  }
  subscription.testCount += 1;
}

/** The error is the same for every network fault, so that a test cannot be used to scan a network. */
function answerOf(result: CallResult): TestAnswer {
  if (result.kind !== 'response') throw new DomainError('WEBHOOK_TEST_FAILED', { key: 'webhooks.test_unreachable' });
  const { status, body } = result;
  if (classify(result).verdict === 'success') return { status, response: body };
  const text = { key: 'webhooks.test_refused', params: { status } } as const;
  throw new DomainError('WEBHOOK_TEST_FAILED', text, { details: { status_code: status, response: body } });
}
