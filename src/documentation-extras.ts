import type { DocumentExtras } from './http';
import { webhookDocument } from './webhooks';

/** What the documents say beside the controllers' own metadata: the events that receivers are sent. */
export function documentExtras(): DocumentExtras {
  return webhookDocument();
}
