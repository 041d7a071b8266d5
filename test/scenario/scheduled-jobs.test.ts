import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '../../src/common/records/ids';
import { UnitOfWork } from '../../src/platform/database';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { DocumentStorage } from '../../src/procurement/documents/storage/document-storage';
import { StoredObjectsRepository } from '../../src/procurement/documents/storage/stored-objects.repository';
import { MailDispatch } from '../../src/organisation/notifications';
import { Periodic, type PeriodicWork } from '../../src/platform/periodic';
import { type Service, startApp, storyClock } from '../support/app';
import { HeldTimers } from '../support/held-timers';
import { mailsOf } from '../support/mail';
import { aDraft, asOwner, aVendor } from '../support/purchase-orders';
import { emit, eventually, subscribe } from '../support/webhooks/delivering';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Only the timers of the running service start the jobs; see HeldTimers. */
describe('The scheduled jobs of a running service', () => {
  const clock = storyClock();
  let timers: HeldTimers;
  let receiver: WebhookReceiver;
  let service: Service;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    timers = new HeldTimers([SECOND, 5 * SECOND, 20 * SECOND, 30 * SECOND, 10 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]);
    service = await startApp({ redis: false, clock, trusts: receiver });
  });
  afterAll(async () => {
    await service.stop();
    timers.release();
    await receiver.close();
  });

  const tenantId = (): TenantId => service.tenant.tenant.id;
  const at = (ago: number): Date => new Date(clock.now().getTime() - ago);
  const count = async (from: string, ...values: unknown[]): Promise<number> => {
    const rows = await asOwner<{ count: string }>(service, `SELECT count(*) FROM ${from}`, values);
    return Number(rows[0]?.count);
  };
  const becomes = (expected: number, from: string, ...values: unknown[]): Promise<void> =>
    eventually(async () => (await count(from, ...values)) === expected);

  it('are those in the table of docs/reliability.md', () => {
    const period = ({ every }: PeriodicWork): string => {
      if (typeof every === 'function') return 'asked anew';
      const [length, unit] = every % HOUR === 0 ? [HOUR, 'h'] : every % MINUTE === 0 ? [MINUTE, 'min'] : [SECOND, 's'];
      return `${every / length} ${unit}`;
    };
    const runs = service.app
      .get(Periodic)
      .works.map((work) => [
        work.name,
        `${period(work)}${work.runsAtStart ? ', and at the start' : ''}`,
        work.onlyInWorkers ? 'workers' : 'every process',
      ]);
    const rows = readFileSync(join(__dirname, '../../docs/reliability.md'), 'utf8')
      .split('## Periodic work')[1]
      ?.split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim()));
    const incomplete = rows?.filter((cells) => cells.length !== rows[0]?.length || cells.includes(''));
    expect(incomplete).toEqual([]);
    const written = rows
      ?.slice(2)
      .map((cells) => cells.slice(0, 3).map((cell) => cell.replace(', and at the end', '')));
    // Neither a sandbox nor a replica.
    const expected = written?.filter(([name = '']) => !['Sandbox reset', 'Lag of the replica'].includes(name));
    expect(runs.sort()).toEqual(expected?.sort());
    expect(written).toHaveLength(runs.length + 2);
  });

  it('store when tokens were last used, every 20 seconds', async () => {
    const used = 'api_tokens WHERE tenant_id = $1 AND last_used_at = $2';
    await service.client().get('/me');
    expect(await count(used, tenantId(), clock.now())).toBe(0);
    await timers.come(20 * SECOND);
    await becomes(1, used, tenantId(), clock.now());
    clock.advance(MINUTE);
    await service.client().get('/me');
    await timers.come(20 * SECOND);
    await becomes(1, used, tenantId(), clock.now());
  });

  it('send due mail that no request has announced, every 30 seconds', async () => {
    // The state that a process leaves when it dies between its commit and the sending.
    const wake = jest.spyOn(service.app.get(MailDispatch), 'wake').mockImplementation(() => undefined);
    await service.client().post('/users', { name_en: 'Sara', email: 'sara@people.example', role: 'viewer' }, 201);
    wake.mockRestore();
    expect(await count('outgoing_mail')).toBe(1);
    await timers.come(30 * SECOND);
    await becomes(0, 'outgoing_mail');
    expect((await mailsOf(service)).map(({ to }) => to)).toEqual(['Sara <sara@people.example>']);
  });

  it('fold changes into the figures of reports, every 5 seconds', async () => {
    await aDraft(service.client(), (await aVendor(service.client())).id);
    expect(await count('report_entries')).toBeGreaterThan(0);
    await timers.come(5 * SECOND);
    await becomes(0, 'report_entries');
  });

  it('seal new events and audit entries, every second', async () => {
    await service.client().post('/vendors', { name: 'Sealed' }, 201);
    expect(await count('evidence_queue')).toBeGreaterThan(0);
    await timers.come(SECOND);
    await becomes(0, 'evidence_queue');
    await eventually(() => Promise.resolve(timers.isSet(SECOND)));
  });

  it('store an anchor per day, with an hourly check', async () => {
    for (const days of [1, 2]) {
      clock.advance(DAY);
      await service.client().post('/vendors', { name: `Day ${days}` }, 201);
      await timers.come(SECOND);
      await becomes(0, 'evidence_queue');
      for (const look of ['first', 'second']) {
        await timers.come(HOUR);
        await becomes(days, 'evidence_anchors');
        await eventually(() => Promise.resolve(timers.isSet(HOUR)));
        expect([look, await count('evidence_anchors')]).toEqual([look, days]);
      }
    }
  });

  it('delete audit entries after their retention period, every six hours', async () => {
    await asOwner(
      service,
      `UPDATE evidence_seals SET occurred_at = occurred_at - interval '11 years' WHERE position = 1 AND kind = 'audit'`,
    );
    await timers.come(6 * HOUR);
    await becomes(1, 'evidence_chains WHERE start_position = 1');
    expect(await count('evidence_seals WHERE position = 1')).toBe(0);
  });

  it('deliver due webhooks, every 5 seconds', async () => {
    receiver.respond = (_call, response) => response.writeHead(500).end();
    const { id } = await subscribe(service, receiver);
    await emit(service, 1);
    const attempts = 'webhook_attempts WHERE tenant_id = $1';
    await becomes(1, attempts, tenantId());
    // Twice: the sweep sets its timer again each time.
    for (const attempt of [2, 3]) {
      await asOwner(service, 'UPDATE webhook_deliveries SET due_at = $1', [clock.now()]);
      await timers.come(5 * SECOND);
      await becomes(attempt, attempts, tenantId());
      await eventually(() => Promise.resolve(timers.isSet(5 * SECOND)));
    }
    expect(receiver.calls).toHaveLength(3);
    await service.client().delete(`/webhooks/${id}`, 200);
  });

  it('delete files that belong to no document, every 15 minutes', async () => {
    const work = service.app.get(UnitOfWork);
    const object = await work.run(tenantId(), (tx) => service.app.get(StoredObjectsRepository).reserve(tx, 9));
    const path = join(tmpdir(), `procurement-orphan-${object.id}-${process.pid}`);
    writeFileSync(path, 'abandoned');
    const storage = service.app.get(DocumentStorage);
    await storage.put(object.key, { path, size: 9, contentType: 'application/pdf' });
    clock.advance(HOUR + SECOND);
    await timers.come(15 * MINUTE);
    await becomes(0, 'stored_objects');
    expect(await storage.open(object.key)).toBeUndefined();
  });

  it('delete all expired idempotency keys, every hour', async () => {
    const insert = `INSERT INTO idempotency_keys (tenant_id, token_id, key, fingerprint, created_at, expires_at)
      SELECT k.tenant_id, k.id, $2 || g, '\\x00', $3, $3
        FROM (SELECT tenant_id, id FROM api_tokens WHERE tenant_id = $1 LIMIT 1) k, generate_series(1, $4::integer) g`;
    // More than two batches.
    await asOwner(service, insert, [tenantId(), 'old-', clock.now(), 10_001]);
    await asOwner(service, insert, [tenantId(), 'new-', at(-SECOND), 3]);
    await timers.come(HOUR);
    await becomes(3, 'idempotency_keys');
    expect(await count(`idempotency_keys WHERE key LIKE 'new-%'`)).toBe(3);
  });

  it('compute the scores of all vendors once per day, with a check every 10 minutes', async () => {
    const done = 'tenants WHERE scores_as_of = $1';
    await aVendor(service.client());
    for (const day of ['the next day', 'the day after']) {
      clock.advance(DAY);
      // There are no orders, so each score is computed as 0.
      await asOwner(service, 'UPDATE vendors SET performance_score = 50 WHERE tenant_id = $1', [tenantId()]);
      expect([day, await count(done, clock.today())]).toEqual([day, 0]);
      await timers.come(10 * MINUTE);
      await becomes(1, done, clock.today());
      expect(await count('vendors WHERE performance_score > 0')).toBe(0);
    }
  });

  it('delete events and deliveries older than thirty days, every hour', async () => {
    await emit(service, 2);
    expect(await count('events')).toBeGreaterThan(0);
    // Unsealed events are retained.
    await timers.come(SECOND);
    await becomes(0, 'evidence_queue');
    clock.advance(31 * DAY);
    await timers.come(HOUR);
    await becomes(0, 'events');
    expect(await count('webhook_deliveries')).toBe(0);
  });
});
