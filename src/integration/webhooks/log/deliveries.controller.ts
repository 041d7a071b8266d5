import { Get, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Page } from '../../../common/lists/page';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  Examples,
  Field,
  ListQuery,
  Parameter,
  PathId,
  Query,
  Requires,
} from '../../../platform/http';
import { BulkRedeliveredResponse, DeliveryResponse } from './answers';
import { DeliveriesQueries } from './deliveries.queries';
import { toDeliveryResponse } from './present';
import { RedeliveryService } from './redelivery.service';
import { DELIVERY_STATUSES, type DeliveryStatus, REDELIVERABLE } from '../domain/delivery-lifecycle';

class DeliveryListQuery extends ListQuery({ sortable: ['created_at'] }) {
  @Parameter.someOf(DELIVERY_STATUSES, { description: 'Deliveries of this status.', example: 'failed' })
  status?: DeliveryStatus[];

  @Parameter.text({
    description: 'Only deliveries of events that the request with this X-Request-Id caused.',
    example: '5f1c2a9e-8d0b-4c53-9d3f-6f6f0f6a7c11',
    max: 128,
  })
  request_id?: string;
}

class BulkRedeliverDto {
  @Field.timestamp({ description: 'Start of the period, inclusive: deliveries of events from this time on.' })
  since: string;
  @Field.timestamp({ optional: true, description: 'End of the period, exclusive; default: now.' }) until?: string;

  @Field.oneOf(REDELIVERABLE, { optional: true, description: 'Deliveries with this status; default: failed.' })
  status?: DeliveryStatus;
}

/** Example periods of a redelivery. */
const REDELIVERY_EXAMPLES = {
  bodies: {
    'Failed deliveries since a date': { since: '2026-01-01T00:00:00Z' },
    'Successful deliveries of one day': {
      since: '2026-03-09T00:00:00Z',
      until: '2026-03-10T00:00:00Z',
      status: 'succeeded',
    },
  },
};

@BothForms('webhooks/:id', 'Webhooks')
export class WebhookDeliveriesController {
  constructor(
    private readonly queries: DeliveriesQueries,
    private readonly redelivery: RedeliveryService,
  ) {}

  @Get('deliveries')
  @Requires('read')
  @AnswersPage(DeliveryResponse, {
    summary: 'List deliveries of a subscription',
    description: 'Each delivery with its attempts. Retained for 30 days.',
  })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Query() query: DeliveryListQuery,
  ): Promise<Page<DeliveryResponse>> {
    const page = await this.queries.list(actor.tenantId, id, query.toPageRequest(), query);
    return page.map(toDeliveryResponse);
  }

  @Post('deliveries/:delivery_id/redeliver')
  @Requires('write', 'webhooks.write')
  @Answers(DeliveryResponse, {
    summary: 'Send a delivery again',
    description:
      'The ids and body stay the same; the signature is new. A failure does not count against the ' + 'subscription.',
    codes: ['INVALID_STATUS'],
  })
  async redeliver(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathId('delivery_id') deliveryId: number,
  ): Promise<DeliveryResponse> {
    await this.redelivery.one(actor, id, deliveryId);
    return toDeliveryResponse(await this.queries.get(actor.tenantId, id, deliveryId));
  }

  @Post('redeliver')
  @Examples(REDELIVERY_EXAMPLES)
  @Requires('write', 'webhooks.write')
  @Answers(BulkRedeliveredResponse, {
    summary: 'Send deliveries of a period again',
    description: 'Sends the oldest deliveries first, at most 10,000 per request.',
    codes: ['INVALID_STATUS'],
  })
  async redeliverMany(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: BulkRedeliverDto,
  ): Promise<BulkRedeliveredResponse> {
    const count = await this.redelivery.many(actor, id, {
      since: new Date(body.since),
      ...(body.until === undefined ? {} : { until: new Date(body.until) }),
      status: body.status ?? 'failed',
    });
    return { count };
  }
}
