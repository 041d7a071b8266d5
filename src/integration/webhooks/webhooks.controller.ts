import { type CanActivate, Delete, type ExecutionContext, Get, Injectable, Post, Put, UseGuards } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { invalid } from '../../common/errors';
import type { Page } from '../../common/lists/page';
import { omitUndefined } from '../../common/records/given';
import type { IfMatch } from '../../common/records/versions';
import type { MessageKey } from '../../messages';
import {
  Answers,
  AnswersNull,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  Examples,
  IfMatches,
  OutsideTransaction,
  PathId,
  Query,
  Requires,
  type ServiceRequest,
} from '../../platform/http';
import { AddressGuard } from './delivery/sending/address-guard';
import { WebhookTestService } from './delivery/webhook-test.service';
import { MAX_URL_LENGTH, type UrlRefusal } from './domain/addresses';
import {
  WebhookCreatedResponse,
  WebhookResponse,
  WebhookSecretResponse,
  WebhookSummaryResponse,
  WebhookTestResponse,
  WebhookUpdatedResponse,
  toWebhookCreatedResponse,
  toWebhookResponse,
  toWebhookSummaryResponse,
  toWebhookUpdatedResponse,
} from './http/answers';
import { CreateWebhookDto, UpdateWebhookDto, WebhookListQuery } from './http/requests';
import { WebhooksQueries } from './webhooks.queries';
import { WebhooksService } from './webhooks.service';

const url = 'https://erp.example.com/hooks/procurement';

const REFUSALS: Readonly<Record<UrlRefusal, MessageKey>> = {
  too_long: 'validation.max_length',
  malformed: 'webhooks.url_malformed',
  not_https: 'webhooks.url_not_https',
  credentials: 'webhooks.url_credentials',
  port: 'webhooks.url_port',
  address: 'webhooks.url_address',
};

/** Checks the URL of a body before a transaction is opened, because its host may need a lookup. */
@Injectable()
class UrlInspection implements CanActivate {
  constructor(private readonly guard: AddressGuard) {}

  /** @throws DomainError VALIDATION_ERROR on `url` with all faults */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { url } = context.switchToHttp().getRequest<ServiceRequest>().body as { url?: unknown };
    const text = typeof url === 'string' ? url.trim() : '';
    if (text === '') return true;
    const refusals = await this.guard.inspect(text);
    if (refusals.length === 0) return true;
    throw invalid({ url: refusals.map((refusal) => ({ key: REFUSALS[refusal], params: { max: MAX_URL_LENGTH } })) });
  }
}

/** Example requests for the demo tenant; see `Examples`. */
const WEBHOOK_EXAMPLES = {
  create: {
    bodies: {
      'Orders and payments for an ERP': { name: 'ERP', url, events: ['purchase_order.approved', 'invoice.paid'] },
      'Invoices of one department': {
        ...{ name: 'Projects', url, events: ['invoice.approved', 'invoice.paid'], filter: { department_ids: [2] } },
      },
      'Budgets that reach their threshold': { name: 'Controlling', url, events: ['budget.threshold_reached'] },
    },
  },
  update: {
    bodies: {
      'Only events of some vendors': { filter: { vendor_ids: [1, 2] } },
      'More events': { events: ['purchase_order.approved', 'purchase_order.rejected', 'invoice.paid'] },
      'Enable again': { is_active: true },
    },
  },
};

@BothForms('webhooks', 'Webhooks')
export class WebhooksController {
  constructor(
    private readonly service: WebhooksService,
    private readonly queries: WebhooksQueries,
    private readonly tests: WebhookTestService,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(WebhookSummaryResponse, { summary: 'List webhook subscriptions' })
  async list(@CurrentActor() actor: Actor, @Query() query: WebhookListQuery): Promise<Page<WebhookSummaryResponse>> {
    const page = await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest());
    return page.map(toWebhookSummaryResponse);
  }

  @Post()
  @Examples(WEBHOOK_EXAMPLES.create)
  @Requires('write', 'webhooks.write')
  @UseGuards(UrlInspection)
  @Answers(WebhookCreatedResponse, {
    summary: 'Subscribe an HTTPS endpoint to events',
    message: 'webhooks.created',
    description: 'The service generates the secret that signs deliveries. Only this response shows it.',
    status: 201,
  })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateWebhookDto): Promise<WebhookCreatedResponse> {
    const { subscription, secret } = await this.service.create(actor, body);
    return toWebhookCreatedResponse(subscription, secret);
  }

  @Get(':id')
  @Requires('read')
  @Answers(WebhookResponse, { summary: 'Read a webhook subscription' })
  async get(@CurrentActor() actor: Actor, @PathId() id: number): Promise<WebhookResponse> {
    return toWebhookResponse(await this.queries.get(actor.tenantId, id));
  }

  @Put(':id')
  @Examples(WEBHOOK_EXAMPLES.update)
  @Requires('write', 'webhooks.write')
  @UseGuards(UrlInspection)
  @Answers(WebhookUpdatedResponse, {
    summary: 'Change, disable or enable a webhook subscription',
    codes: ['PRECONDITION_FAILED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { is_active: isActive, name, url, events, filter }: UpdateWebhookDto,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<WebhookUpdatedResponse> {
    return toWebhookUpdatedResponse(
      await this.service.update(actor, id, omitUndefined({ name, url, events, filter, isActive }), ifMatch),
    );
  }

  @Delete(':id')
  @Requires('delete', 'webhooks.write')
  @AnswersNull({
    summary: 'Delete a webhook subscription',
    description: 'No further deliveries are sent.',
    codes: ['PRECONDITION_FAILED'],
  })
  async remove(@CurrentActor() actor: Actor, @PathId() id: number, @IfMatches() ifMatch: IfMatch): Promise<null> {
    await this.service.remove(actor, id, ifMatch);
    return null;
  }

  @Post(':id/test')
  @Requires('write', 'webhooks.write')
  @OutsideTransaction()
  @Answers(WebhookTestResponse, {
    summary: 'Send a test delivery',
    description:
      'Sends the event webhook.test immediately, signed like every other. At most ten per minute and ' +
      'subscription.',
    codes: ['WEBHOOK_TEST_FAILED'],
  })
  async test(@CurrentActor() actor: Actor, @PathId() id: number): Promise<WebhookTestResponse> {
    const { status, response } = await this.tests.test(actor, id);
    return { status_code: status, response };
  }

  @Post(':id/rotate-secret')
  @Requires('write', 'webhooks.write')
  @Answers(WebhookSecretResponse, {
    summary: 'Rotate the secret',
    description:
      'X-Service-Signature uses the new secret immediately. For 24 hours webhook-signature contains both ' +
      'signatures.',
  })
  async rotateSecret(@CurrentActor() actor: Actor, @PathId() id: number): Promise<WebhookSecretResponse> {
    const { subscription, secret } = await this.service.rotateSecret(actor, id);
    const until = subscription.previousSecretUntil ?? subscription.updatedAt;
    return { id, secret, previous_secret_valid_until: until.toISOString() };
  }
}
