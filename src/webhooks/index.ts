export { webhookDocument } from './http/documentation/openapi-webhooks';
export { WebhooksModule } from './webhooks.module';
