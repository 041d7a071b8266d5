export { webhookDocument } from './documentation/openapi-webhooks';
export { WebhooksModule } from './webhooks.module';
