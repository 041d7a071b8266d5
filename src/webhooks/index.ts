export { webhookDocument } from './documentation/openapi-webhooks';
export { issueCertificate } from './receiver/certificate';
export type { IssuedCertificate } from './receiver/certificate';
export { WebhookReceiver, isSignedBy } from './receiver/webhook-receiver';
export type { ReceivedCall } from './receiver/webhook-receiver';
export { WebhooksModule } from './webhooks.module';
