export { EVENT_SUMMARIES } from './http/documentation/event-summaries';
export { webhookDocument } from './http/documentation/openapi-webhooks';
export { WebhookOut } from './http/answers';
export { presentSubscription } from './http/present';
export { WebhooksQueries } from './webhooks.queries';
export { WebhooksModule } from './webhooks.module';
