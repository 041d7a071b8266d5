export { EVENT_SUMMARIES } from './http/documentation/event-summaries';
export { webhookDocument } from './http/documentation/openapi-webhooks';
export { WebhooksModule } from './webhooks.module';
