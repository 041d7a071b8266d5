import { getQueueToken } from '@nestjs/bull';
import { DynamicModule, Module, Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Queue } from 'bull';
import type { Environment } from '../../platform/config';
import { redisTls, sentinelOptions } from '../../platform/redis';
import { UsersModule } from '../../organisation/users';
import { Attempts } from './delivery/attempts';
import { Claims } from './delivery/claims';
import { DeliveryMetrics } from './delivery/delivery-metrics';
import { DeliveryPipeline } from './delivery/delivery-pipeline';
import { type DeliveryRef, DeliveryTrigger, LANES, type Lane } from './delivery/delivery-trigger';
import { FanOut } from './delivery/fan-out';
import { AddressGuard } from './delivery/sending/address-guard';
import { createWebhookSender } from './delivery/sending/outgoing';
import { WebhookSender } from './delivery/sending/webhook-sender';
import { Settlements, SubscriptionNotices } from './delivery/settlements';
import { WebhookTestService } from './delivery/webhook-test.service';
import { EventTypesController } from './http/event-types.controller';
import { WebhookAttempt } from './entities/webhook-attempt.entity';
import { WebhookDelivery } from './entities/webhook-delivery.entity';
import { WebhookSubscription } from './entities/webhook-subscription.entity';
import { WebhookDeliveriesController } from './log/deliveries.controller';
import { DeliveriesQueries } from './log/deliveries.queries';
import { RedeliveryService } from './log/redelivery.service';
import { bullQueues, EncryptedConnections, queueName } from './queue/bull-queues';
import { BullTrigger } from './queue/bull-trigger';
import { deliveryProcessor, DeliveryWorker, QueueRefill } from './queue/delivery-worker';
import { LocalLanes } from './queue/local-lanes';
import { Pruning } from './queue/pruning';
import { Sweep } from './queue/sweep';
import { WebhooksController } from './webhooks.controller';
import { WebhooksQueries } from './webhooks.queries';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

/** Every process records deliveries. Workers send them: through Bull with Redis, within the process without it. */
@Module({})
export class WebhooksModule {
  static with(environment: Environment): DynamicModule {
    const { REDIS_URL: redisUrl, PROCESS_ROLE: role } = environment;
    const isWorker = role !== 'api';
    const tls = redisTls(environment);
    const encrypted = tls && new EncryptedConnections(tls);
    return {
      module: WebhooksModule,
      imports: [
        TypeOrmModule.forFeature([WebhookAttempt, WebhookDelivery, WebhookSubscription]),
        UsersModule,
        ...(redisUrl === undefined ? [] : [bullQueues(redisUrl, sentinelOptions(environment), encrypted)]),
      ],
      // The order matters: otherwise `event-types` would be parsed as an id.
      controllers: [EventTypesController, WebhooksController, WebhookDeliveriesController],
      providers: [
        ...apiSide(environment),
        bullProvider(redisUrl !== undefined, encrypted),
        { provide: LocalLanes, useFactory: () => new LocalLanes(concurrencyOf(environment)) },
        trigger,
        ...(isWorker ? workerSide(environment) : []),
      ],
    };
  }
}

function apiSide(environment: Environment): Provider[] {
  const { guard, sender } = createWebhookSender(environment);
  return [
    { provide: AddressGuard, useValue: guard },
    { provide: WebhookSender, useFactory: () => sender },
    WebhooksRepository,
    WebhooksQueries,
    WebhooksService,
    WebhookTestService,
    DeliveriesQueries,
    RedeliveryService,
    FanOut,
  ];
}

/** Concurrent deliveries per lane in one process. */
function concurrencyOf({ WEBHOOK_CONCURRENCY: prompt }: Environment): Readonly<Record<Lane, number>> {
  return { prompt, patient: Math.ceil(prompt / 2) };
}

function workerSide(environment: Environment): Provider[] {
  const concurrency = concurrencyOf(environment);
  return [
    Claims,
    Attempts,
    Settlements,
    SubscriptionNotices,
    DeliveryPipeline,
    DeliveryMetrics,
    QueueRefill,
    Sweep,
    Pruning,
    DeliveryWorker,
    ...(environment.REDIS_URL === undefined ? [] : LANES.map((lane) => deliveryProcessor(lane, concurrency[lane]))),
  ];
}

/** Undefined without Redis. */
function bullProvider(hasRedis: boolean, encrypted: EncryptedConnections | undefined): Provider {
  if (!hasRedis) return { provide: BullTrigger, useValue: undefined };
  return {
    provide: BullTrigger,
    inject: [getQueueToken(queueName('prompt')), getQueueToken(queueName('patient'))],
    useFactory: (prompt: Queue<DeliveryRef>, patient: Queue<DeliveryRef>) => {
      for (const queue of [prompt, patient]) encrypted?.handOver(queue);
      return new BullTrigger({ prompt, patient });
    },
  };
}

/** Offers to Bull first, and to this process without Redis or if Redis does not reply. Only workers accept offers. */
const trigger: Provider = {
  provide: DeliveryTrigger,
  inject: [LocalLanes, BullTrigger],
  useFactory: (lanes: LocalLanes, bull: BullTrigger | undefined): DeliveryTrigger =>
    bull ? { offer: async (offers) => (await bull.offer(offers)) || lanes.offer(offers) } : lanes,
};
