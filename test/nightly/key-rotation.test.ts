import { createSecretKey, randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { verifyService } from '../../docs/verifiers/verify';
import { type EncryptionKey, type KeyRing, UNNAMED_KEY, SecretBox } from '../../src/common/secrets/secret-box';
import { tenantIdFrom } from '../../src/common/records/ids';
import { assertEncryptionKeys } from '../../src/platform/database/checks/encryption-key-check';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { KeyRotation, type RotatedKeys, type SealedValues } from '../../src/operations/keys';
import { MailDispatch } from '../../src/organisation/notifications';
import { secretPlace } from '../../src/integration/webhooks';
import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import { command, killedCommand } from '../support/command';
import { failedStart } from '../support/failed-start';
import { keyVariables } from '../support/key-variables';
import { processBeside } from '../support/process-beside';
import { asOwner } from '../support/purchase-orders';
import { until } from '../support/until';
import { emit, subscribe, type Subscribed } from '../support/webhooks/delivering';

type Ring = readonly [EncryptionKey, ...EncryptionKey[]];

const newKey = (id: string): EncryptionKey => ({ id, key: createSecretKey(randomBytes(32)) });

/** Tenants in addition to the first, each with two subscriptions. */
const MORE_TENANTS = 6;

describe('Key rotation during deliveries', () => {
  const [second, third] = [newKey('2026b'), newKey('2026c')];
  /** The installation's first key, with the id that it gets when the key ring is introduced. */
  let first: EncryptionKey;
  let receiver: WebhookReceiver;
  let service: Service;
  const secrets = new Map<string, string>();
  const tenants: Service['tenant'][] = [];
  const workers: ServiceProcess[] = [];

  const variables = (ring: Ring): Readonly<Record<string, string>> =>
    keyVariables({ APP_ENCRYPTION_KEY: undefined, APP_ENCRYPTION_KEYS: ring });
  const worker = async (ring: Ring): Promise<ServiceProcess> => {
    const started = await processBeside(service, { PROCESS_ROLE: 'worker', ...variables(ring) });
    workers.push(started);
    return started;
  };
  /** The service with the environment of its commands under these keys. */
  const under = (ring: Ring): Service => ({
    ...service,
    environment: { ...service.environment, APP_ENCRYPTION_KEY: undefined, APP_ENCRYPTION_KEYS: ring },
  });
  const status = async (ring: Ring): Promise<SealedValues> =>
    JSON.parse((await command(under(ring), 'keys:status', '--json')).said) as SealedValues;
  const rotate = async (ring: Ring): Promise<RotatedKeys & { code: number | null }> => {
    const { code, said } = await command(under(ring), 'keys:rotate', '--json');
    return { code, ...(JSON.parse(said) as RotatedKeys) };
  };
  const underKey = async (id: string | null): Promise<number> => {
    const found = await asOwner<{ how_many: number }>(
      service,
      `SELECT coalesce(sum(how_many), 0)::int AS how_many FROM sealed_values_by_key() WHERE key_id ${id === null ? 'IS NULL' : `= '${id}'`}`,
    );
    return found[0]?.how_many ?? 0;
  };
  const remember = (path: string, { secret }: Subscribed): unknown => secrets.set(path, secret);
  const subscribeAll = async (name: string, through = service): Promise<void> => {
    for (const [place, tenant] of tenants.entries()) {
      const path = `/${place}/${name}`;
      remember(path, await subscribe(through, receiver, { path, token: tenant.token.token }));
    }
  };
  let emitted = 0;
  const emitAll = async (): Promise<void> => {
    for (const { tenant } of tenants) await emit(service, (emitted += 1), { tenantId: tenant.id });
  };
  const delivered = () => until(async () => (await counted(`status <> 'succeeded'`)) === 0);
  const counted = async (condition: string): Promise<number> => {
    const found = await asOwner<{ n: number }>(
      service,
      `SELECT count(*)::int AS n FROM webhook_deliveries WHERE ${condition}`,
    );
    return found[0]?.n ?? 0;
  };

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({
      trusts: receiver,
      books: false,
      env: { PROCESS_ROLE: 'api', TENANT_MAILS_PER_DAY: '1' },
    });
    const { APP_ENCRYPTION_KEY: key } = service.environment;
    first = { id: '2026a', key: key as EncryptionKey['key'] };
    tenants.push(service.tenant);
    for (let more = 0; more < MORE_TENANTS; more += 1) tenants.push(await service.newTenant());
  });
  afterAll(async () => {
    await Promise.all(workers.map((one) => one.stop()));
    await service.stop();
    await receiver.close();
  });

  it('follows the five steps with both configurations in use: no delivery fails, and every signature is valid', async () => {
    await subscribeAll('of-before');
    await fillMailAndAnswers();
    expect(await underKey(null)).toBe(18);

    // Step 1: the new key can decrypt everywhere. Step 2: some instances already encrypt with it.
    const older = await worker([first, second]);
    await emitAll();
    const newer = await worker([second, first]);
    const api = await startApp({ beside: service, env: variables([second, first]) });
    await subscribeAll('of-between', api);
    await emitAll();

    // Step 3: a rotation that was killed continues where it stopped.
    await killedHalfWay();
    const half = await underKey('2026b');
    const talking = repeat(async () => {
      await emitAll();
      await delivered();
    });
    const rotated = await rotate([second, first]);
    expect(rotated).toMatchObject({ code: 0, key_id: '2026b', unreadable: [], left: 0, retired: ['2026a'] });
    expect(rotated.rotated).toBeGreaterThan(0);
    expect(half).toBeGreaterThan(tenants.length);
    await talking.stop();
    await delivered();

    // Step 4: nothing is encrypted with the old key. Step 5: the old key is removed.
    await Promise.all([older.stop(), newer.stop(), api.stop()]);
    const { keys, to_rotate } = await status([second]);
    expect(to_rotate).toBe(0);
    expect(keys.map(({ key_id, part, values }) => [key_id, part, values > 0])).toEqual([
      ['2026b', 'seals', true],
      ['2026a', 'retired', false],
    ]);
    await worker([second]);
    await emitAll();
    await delivered();

    expect(await counted('interruptions > 0 OR attempts <> 1')).toBe(0);
    expect(receiver.calls).toHaveLength(2 * emitted - tenants.length);
    for (const { path, body, headers } of receiver.calls) {
      expect(verifyService(body, String(headers['x-service-signature']), secrets.get(path) ?? '')).toBe(true);
    }
  });

  it('makes starts with only the old key fail', async () => {
    const { DATABASE_URL, REDIS_URL = '' } = service.environment;
    const start = await failedStart({ DATABASE_URL, REDIS_URL, ...variables([first]) });
    expect(start.code).toBe(78);
    expect(start.lines.join()).toContain('APP_ENCRYPTION_KEYS: lacks the key 2026b, under which this database holds');
    const check = (format: KeyRing['format'], ...keys: Ring) =>
      assertEncryptionKeys(service.app.get(DataSource), { keys, format });
    await expect(check('v1', { ...first, id: UNNAMED_KEY })).rejects.toThrow('APP_ENCRYPTION_KEY: lacks the key 2026b');
    await expect(check('v2', newKey('2026b'))).rejects.toThrow(
      '2026b is not the key that this database knows by that id',
    );
    await expect(check('v2', newKey('2026a'), second)).rejects.toThrow('2026a is not the key');
    await check('v2', second, first);
  });

  it('leaves copied values unreadable in another row or tenant', async () => {
    const [one, other] = tenants.map(({ tenant }) => tenant.id);
    await asOwner(
      service,
      `UPDATE webhook_subscriptions s SET sealed_secret = f.sealed_secret FROM webhook_subscriptions f
        WHERE f.id = (SELECT min(id) FROM webhook_subscriptions WHERE tenant_id = '${one}')
          AND s.id IN (SELECT max(id) FROM webhook_subscriptions WHERE tenant_id IN ('${one}', '${other}') GROUP BY tenant_id)`,
    );
    const beside = await startApp({
      beside: service,
      env: { ...variables([third, second, first]), APP_ENCRYPTION_KEY: '' },
    });
    const rotated = await beside.app.get(KeyRotation).run();
    await beside.stop();
    expect(rotated).toMatchObject({ key_id: '2026c', left: 2, retired: [] });
    expect(rotated.rotated).toBe(await underKey('2026c'));
    expect(rotated.unreadable.map(({ tenant_id, kind }) => [tenant_id, kind])).toEqual(
      [one, other].sort().map((id) => [id, 'webhook_secrets']),
    );
  });

  it('does not overwrite a secret that changes meanwhile', async () => {
    const fourth = newKey('2026d');
    const beside = await startApp({
      beside: service,
      env: { ...variables([fourth, third, second, first]), APP_ENCRYPTION_KEY: '' },
    });
    const [{ id, tenant_id } = { id: NaN, tenant_id: '' }] = await asOwner<{ id: number; tenant_id: string }>(
      service,
      `SELECT id::int AS id, tenant_id FROM webhook_subscriptions WHERE starts_with(sealed_secret, 'v2.2026c.') LIMIT 1`,
    );
    const changed = beside.app.get(SecretBox).seal('The new secret', secretPlace(tenantIdFrom(tenant_id), id));
    const holder = await service.owner.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('UPDATE webhook_subscriptions SET sealed_secret = $2 WHERE id = $1', [id, changed]);
      const rotation = awaitedLater(beside.app.get(KeyRotation).run());
      const waiting = `SELECT FROM pg_stat_activity WHERE query LIKE 'UPDATE webhook_subscriptions s SET sealed_secret%' AND wait_event_type = 'Lock'`;
      await until(async () => (await asOwner(service, waiting)).length > 0);
      await holder.query('COMMIT');
      expect(await rotation).toMatchObject({ key_id: '2026d', left: 2 });
    } finally {
      holder.release();
      await beside.stop();
    }
    const kept = await asOwner(service, 'SELECT sealed_secret FROM webhook_subscriptions WHERE id = $1', [id]);
    expect(kept).toEqual([{ sealed_secret: changed }]);
  });

  /** Mail postponed until tomorrow, and saved responses for retries. */
  async function fillMailAndAnswers(): Promise<void> {
    const client = service.client();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await client.post('/users', { name_en: name, email: `${name}@example.com`, role: 'viewer' }, 201);
    }
    for (let place = 1; place <= 7; place += 1) {
      const headers = { 'idempotency-key': `key-${place}` };
      await client.post('/departments', { name: `Branch ${place}`, code: `B${place}` }, 201, { headers });
    }
    await service.app.get(MailDispatch).settled();
  }

  /** Kills a rotation while it waits for a locked row. */
  async function killedHalfWay(): Promise<void> {
    const holder = await service.owner.connect();
    const last = tenants
      .map(({ tenant }) => tenant.id)
      .sort()
      .at(-1);
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM webhook_subscriptions WHERE tenant_id = '${last}' FOR UPDATE`);
      const waits = async (): Promise<boolean> => {
        const { rowCount } = await service.owner.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%resealed%'`,
        );
        return (rowCount ?? 0) > 0 && (await underKey('2026b')) > tenants.length;
      };
      await killedCommand(under([second, first]), ['keys:rotate'], waits);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }
});

/** Repeats the work until it is stopped. */
function repeat(work: () => Promise<void>): { stop(): Promise<void> } {
  const published = new AbortController();
  const running = (async () => {
    while (!published.signal.aborted) await work();
  })();
  return {
    stop: () => {
      published.abort();
      return running;
    },
  };
}
