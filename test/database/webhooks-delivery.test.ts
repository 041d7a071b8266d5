import { issueCertificate, isSignedBy, WebhookReceiver } from '../../src/webhooks';
import { startApp, type Service } from '../support/app';
import { emit, eventually, subscribe, trusting } from '../support/webhooks/delivering';

const certificate = issueCertificate(['127.0.0.1']);

describe.each([
  ['through Bull', true],
  ['in a single process', false],
])('delivery %s', (_mode, redis) => {
  let service: Service;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await new WebhookReceiver(certificate).listen();
    service = await startApp({ redis, env: { ...trusting(certificate), WEBHOOK_RETRY_DELAYS: '1,1,1' } });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  it('sends a committed event once, signed over its bytes, and a rolled-back one never', async () => {
    const { id, secret } = await subscribe(service, receiver, { path: '/once' });
    await expect(emit(service, 1, { fails: true })).rejects.toThrow('rolled back');
    const event = await emit(service, 2);
    const [call] = await receiver.waitFor(({ path }) => path === '/once');
    expect(isSignedBy(call!, secret)).toBe(true);
    expect(JSON.parse(call!.body.toString())).toMatchObject({
      id: event.eventId,
      event: 'vendor.created',
      tenant_id: service.tenant.tenant.id,
      data: { vendor_id: 2, name: 'شركة النخيل' },
    });
    expect(call!.headers).toMatchObject({ 'x-service-attempt': '1', 'webhook-id': event.eventId });
    const log = await eventuallyFinished(id);
    expect(log).toEqual([
      expect.objectContaining({
        event_id: event.eventId,
        status: 'succeeded',
        attempts: [expect.objectContaining({ number: 1, outcome: 'SUCCESS', status_code: 200, response: 'ok' })],
      }),
    ]);
    expect(receiver.calls.filter(({ path }) => path === '/once')).toHaveLength(1);
  });

  async function eventuallyFinished(id: number): Promise<{ status: string }[]> {
    let log: { status: string }[] = [];
    await eventually(async () => {
      log = await service.client().get(`/webhooks/${id}/deliveries`);
      return log.length > 0 && log.every(({ status }) => status !== 'pending');
    });
    return log;
  }
});
