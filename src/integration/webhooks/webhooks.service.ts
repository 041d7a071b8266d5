import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { TokenAuthority } from '../../organisation/auth';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { invalidField } from '../../common/errors';
import type { EventName } from '../../common/events';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import { SecretBox } from '../../common/secrets/secret-box';
import { AuditLog, UnitOfWork, type Transaction } from '../../platform/database';
import { CANCEL_PENDING } from './delivery/deliveries.sql';
import { type EventFilter, storedFilter } from './domain/filter';
import { MAX_SUBSCRIPTIONS, ROTATION_OVERLAP_MILLISECONDS } from './domain/limits';
import { formatSecret, SECRET_BYTES } from './domain/signing';
import type { WebhookSubscription } from './entities/webhook-subscription.entity';
import { secretPlace } from './delivery/sealed-secrets';
import { WebhooksRepository } from './webhooks.repository';

interface SubscriptionInput {
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventName[];
  /** Null for no filter. */
  readonly filter?: Partial<EventFilter> | null;
}

/** Undefined fields are not changed. */
type SubscriptionChanges = Partial<SubscriptionInput & { readonly isActive: boolean }>;

/** A subscription with its new secret in plain text. */
interface WithSecret {
  readonly subscription: WebhookSubscription;
  readonly secret: string;
}

/** `UrlInspection` checks the URL before, so that no transaction waits for a name server. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: WebhooksRepository,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /**
   * @throws DomainError VALIDATION_ERROR on `name` if the tenant has the maximum number of subscriptions, on `filter`
   * for a department or vendor unknown to the tenant
   */
  async create(actor: Actor, input: SubscriptionInput): Promise<WithSecret> {
    const secret = formatSecret(randomBytes(SECRET_BYTES));
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await Promise.all([this.authority.recheckToken(tx, actor), this.subscriptions.lockTenant(tx)]);
      if ((await this.subscriptions.count(tx)) >= MAX_SUBSCRIPTIONS) {
        throw invalidField('name', 'webhooks.too_many', { max: MAX_SUBSCRIPTIONS });
      }
      const { filter = null } = input;
      if (filter) await this.subscriptions.requireKnown(tx, filter);
      const now = this.clock.now();
      const values = { name: input.name, url: input.url, events: [...input.events], ...storedFilter(filter) };
      const subscription = await this.subscriptions.insert(tx, { ...values, createdAt: now, updatedAt: now }, (id) =>
        this.secretBox.seal(secret, secretPlace(tx.tenantId, id)),
      );
      await this.record(tx, actor, 'created', subscription.id, { name: input.name, url: input.url });
      return { subscription, secret };
    });
  }

  /**
   * Disabling cancels pending deliveries; enabling resets the failure counter.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED; VALIDATION_ERROR on `filter` for an unknown id
   */
  async update(actor: Actor, id: number, changes: SubscriptionChanges, ifMatch: IfMatch): Promise<WebhookSubscription> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const now = this.clock.now();
      const [, subscription] = await Promise.all([
        this.authority.recheckToken(tx, actor),
        this.subscriptions.lock(tx, id),
      ]);
      requireVersion(ifMatch, subscription.version);
      const { isActive, filter, ...chosen } = changes;
      if (filter) await this.subscriptions.requireKnown(tx, filter);
      const narrowed = filter === undefined ? {} : storedFilter(filter);
      Object.assign(subscription, chosen, narrowed, isActive === undefined ? {} : switched(isActive));
      if (isActive === false) await tx.query(CANCEL_PENDING, [tx.tenantId, id, now]);
      subscription.updatedAt = now;
      subscription.version += 1;
      await this.subscriptions.update(tx, subscription);
      await this.record(tx, actor, 'updated', id, { fields: Object.keys(changes) });
      return subscription;
    });
  }

  /** @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
  async remove(actor: Actor, id: number, ifMatch: IfMatch): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const now = this.clock.now();
      const subscription = await this.subscriptions.lock(tx, id);
      requireVersion(ifMatch, subscription.version);
      const erased = { sealedSecret: '', previousSealedSecret: null, previousSecretUntil: null };
      Object.assign(subscription, erased, { isActive: false, deletedAt: now, updatedAt: now });
      await this.subscriptions.update(tx, subscription);
      await tx.query(CANCEL_PENDING, [tx.tenantId, id, now]);
      await this.record(tx, actor, 'deleted', id, { name: subscription.name });
    });
  }

  /** The current secret signs in addition for 24 hours. @throws DomainError NOT_FOUND */
  async rotateSecret(actor: Actor, id: number): Promise<WithSecret> {
    const secret = formatSecret(randomBytes(SECRET_BYTES));
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const now = this.clock.now();
      const [, subscription] = await Promise.all([
        this.authority.recheckToken(tx, actor),
        this.subscriptions.lock(tx, id),
      ]);
      subscription.previousSealedSecret = subscription.sealedSecret;
      subscription.previousSecretUntil = new Date(now.getTime() + ROTATION_OVERLAP_MILLISECONDS);
      subscription.sealedSecret = this.secretBox.seal(secret, secretPlace(tx.tenantId, id));
      subscription.updatedAt = now;
      subscription.version += 1;
      await this.subscriptions.update(tx, subscription);
      await this.record(tx, actor, 'secret_rotated', id, {});
      return { subscription, secret };
    });
  }

  private async record(
    tx: Transaction,
    actor: Actor,
    action: string,
    entityId: number,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.audit.record(tx, actor, { action, entityType: 'webhook', entityId, details });
  }
}

function switched(isActive: boolean): Partial<WebhookSubscription> {
  if (!isActive) return { isActive };
  return { isActive, disabledReason: null, failureCount: 0, failingSince: null, struggling: false };
}
