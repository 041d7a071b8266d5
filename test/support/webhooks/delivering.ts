import type { EventData, EventName } from '../../../src/common/events';
import type { TenantId } from '../../../src/common/records/ids';
import { Outbox, UnitOfWork, type RecordedEvent } from '../../../src/platform/database';
import type { WebhookReceiver } from '../../../tools/receiver/webhook-receiver';
import type { Service } from '../app';

export interface Subscribed {
  readonly id: number;
  readonly secret: string;
}

/** Subscribes a receiver to vendor.created, or to the given events. */
export async function subscribe(
  service: Service,
  receiver: WebhookReceiver,
  options: { readonly path?: string; readonly events?: readonly EventName[]; readonly token?: string } = {},
): Promise<Subscribed> {
  const { path, events = ['vendor.created'], token } = options;
  const client = token === undefined ? service.client() : service.client({ token });
  return client.post('/webhooks', { name: 'Test', url: receiver.url(path), events }, 201);
}

export const vendorCreated = (vendorId: number): EventData['vendor.created'] => ({
  vendor_id: vendorId,
  name: 'شركة النخيل',
  status: 'active',
  external_id: null,
  created_at: '2026-01-02T03:04:05.678Z',
});

/** Commits an event. With `fails`, the transaction is rolled back at its end. */
export async function emit(
  service: Service,
  vendorId: number,
  options: { readonly tenantId?: TenantId; readonly fails?: boolean } = {},
): Promise<RecordedEvent> {
  const tenantId = options.tenantId ?? service.tenant.tenant.id;
  return service.app.get(UnitOfWork).run(tenantId, async (tx) => {
    const event = await service.app.get(Outbox).record(tx, 'vendor.created', vendorCreated(vendorId));
    if (options.fails) throw new Error('rolled back on purpose');
    return event;
  });
}

/** Waits until the question returns true. The default limit of two minutes allows for a busy machine. */
export async function eventually(question: () => Promise<boolean>, milliseconds = 120_000): Promise<void> {
  const until = Date.now() + milliseconds;
  while (!(await question())) {
    if (Date.now() > until) throw new Error('it did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
