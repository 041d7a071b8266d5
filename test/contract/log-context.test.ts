import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { MailDispatch } from '../../src/organisation/notifications';
import { MailTransport } from '../../src/organisation/notifications/mail-transport';
import { VendorsService } from '../../src/procurement/vendors';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { Attempts } from '../../src/integration/webhooks/delivery/attempts';
import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { eventually, subscribe } from '../support/webhooks/delivering';

const TRACE = 'af7651916cd43dd8448eb211c80319c7';
const SPAN = 'b7ad6b7169203331';
const headers = { traceparent: `00-${TRACE}-${SPAN}-01` };

describe('log lines with the traceparent of a caller, without a tracer', () => {
  let receiver: WebhookReceiver;
  let service: Service;
  let said: string[];
  let spy: jest.SpyInstance;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ trusts: receiver, env: { LOG_LEVEL: 'info' } });
    spy = jest.spyOn(process.stderr, 'write').mockImplementation((chunk: string | Uint8Array) => {
      said.push(String(chunk));
      return true;
    });
  });
  beforeEach(() => (said = []));
  afterAll(async () => {
    spy.mockRestore();
    await service.stop();
    await receiver.close();
  });

  const lines = (): Loose[] => said.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

  /** Waits for a line that fits, then returns all lines. */
  async function linesOnce(fits: (line: Loose) => boolean): Promise<Loose[]> {
    await eventually(() => Promise.resolve(lines().some(fits)));
    return lines();
  }

  it('include request, tenant, token and route of a request, also on errors', async () => {
    const vendors = service.app.get(VendorsService, { strict: false });
    const broken = jest.spyOn(vendors, 'create').mockImplementation(async () => {
      await sleep(1);
      new Logger('Service').warn('A line of a service, deep inside');
      throw new Error('it failed there', { cause: new Error('and this is why') });
    });
    await service.client().post('/vendors', { name: 'V' }, 500, { headers: { ...headers, 'x-request-id': 'one' } });
    broken.mockRestore();
    // A job may write a line at any time.
    const all = (await linesOnce(({ status }) => status === 500)).filter(({ job }) => job === undefined);
    expect(all.map(({ level }) => level)).toEqual(['warn', 'error', 'error']);
    expect(all[1]?.err.cause.message).toBe('and this is why');
    for (const line of all) {
      expect(line).toMatchObject({
        trace_id: TRACE,
        span_id: SPAN,
        request_id: 'one',
        tenant: service.tenant.tenant.id,
        token: service.tenant.token.id,
        route: '/v1/vendors',
      });
    }
    // Duplicate keys would hide one value from JSON parsers.
    const ofRequest = said.filter((line) => line.includes('"request_id"'));
    expect(ofRequest).toHaveLength(all.length);
    for (const line of ofRequest) expect(line.match(/"request_id"/g)).toHaveLength(1);
  });

  it('include the ids of a delivery, and the receiver gets the trace of the original request', async () => {
    const hook = await subscribe(service, receiver);
    const make = Attempts.prototype.make;
    const attempts = jest.spyOn(Attempts.prototype, 'make').mockImplementation(async function (this: Attempts, claim) {
      new Logger('Delivery').log('on its way');
      return make.call(this, claim);
    });
    await service.client().post('/vendors', { name: 'V' }, 201, { headers });
    const [call] = await receiver.waitFor(() => true);
    attempts.mockRestore();
    expect(call?.headers['traceparent']).toBe(headers.traceparent);
    const line = lines().find(({ msg }) => msg === 'on its way');
    expect(line).toMatchObject({
      job: 'Webhook delivery',
      tenant: service.tenant.tenant.id,
      trace_id: TRACE,
      webhook_id: hook.id,
      delivery_id: Number(call?.headers['x-service-delivery']),
      event_id: call?.headers['webhook-id'],
    });
    expect(line).not.toHaveProperty('request_id');
  });

  it('include the id of a mail, but not the id of the original request', async () => {
    const refuses = jest.spyOn(MailTransport.prototype, 'send').mockRejectedValue(new Error('the server is shut'));
    const person = { name_en: 'P', email: 'p@people.example', role: 'procurement_officer' };
    await service.client().post('/users', person, 201, { headers });
    await service.app.get(MailDispatch).settled();
    refuses.mockRestore();
    const all = await linesOnce(({ context }) => context === 'Mail');
    expect(all.find(({ context }) => context === 'Mail')).toMatchObject({
      job: 'Mail',
      tenant: service.tenant.tenant.id,
      mail_id: expect.any(Number),
      err: { message: 'the server is shut' },
    });
    expect(all.find(({ context }) => context === 'Mail')).not.toHaveProperty('request_id');
  });
});
