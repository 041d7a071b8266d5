import { Pruning } from '../../src/integration/webhooks/queue/pruning';
import { Anchors, Retention } from '../../src/history/evidence';
import { type Service, startApp } from '../support/app';
import { anchorOf, entry, problems, seal, sealBesideWorker, sealedRows, sealSome } from '../support/evidence';
import { ManualClock } from '../support/manual-clock';
import { asOwner, settings } from '../support/purchase-orders';
import { emit } from '../support/webhooks/delivering';

const DAY = 86_400_000;

/** Places every tenant under a legal hold since an instant; `NULL` ends it. */
const hold = (service: Service, since: 'now()' | 'NULL'): Promise<unknown> =>
  asOwner(service, `UPDATE tenants SET legal_hold_reason = 'Case 7', legal_hold_since = ${since}`);

describe('Evidence past its retention period', () => {
  const clock = new ManualClock(new Date());
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());

  const old = async (days: number): Promise<number> => {
    const [row] = await asOwner<{ id: string }>(
      service,
      `INSERT INTO audit_log (tenant_id, occurred_at, action, entity_type)
       VALUES ($1, now() - $2 * interval '1 day', 'created', 'test') RETURNING id`,
      [service.tenant.tenant.id, days],
    );
    return Number(row?.id);
  };
  const entries = async (): Promise<number[]> =>
    (await asOwner<{ id: string }>(service, `SELECT id FROM audit_log WHERE entity_type = 'test' ORDER BY id`)).map(
      ({ id }) => Number(id),
    );
  const retain = (): Promise<void> => service.app.get(Retention).removeAll();

  it('is removed from the oldest on, except unsealed, unanchored, held or younger rows', async () => {
    // The tenant's first rows are of today and would precede the old ones.
    await asOwner(service, 'DELETE FROM evidence_queue');
    await asOwner(service, 'DELETE FROM audit_log');
    await asOwner(service, 'DELETE FROM events');
    const [first, second, third, today] = [await old(4000), await old(3700), await old(800), await entry(service, 'x')];
    await retain();
    expect(await entries()).toEqual([first, second, third, today]);
    await seal(service);
    await retain();
    expect(await entries()).toEqual([first, second, third, today]);
    const { position } = await anchorOf(service);
    expect(position).toBe(4);
    // An anchor of that time, before the rows that will be removed.
    await asOwner(
      service,
      `INSERT INTO evidence_anchors SELECT tenant_id, position, hash, now() - interval '3700 days' FROM evidence_seals WHERE position = 1`,
    );
    await hold(service, 'now()');
    await retain();
    // Called by a worker that selected the tenant before the hold began.
    await service.owner.query(
      `BEGIN; SET LOCAL app.tenant_id = '${service.tenant.tenant.id}'; SELECT remove_old_evidence(now(), 1000); COMMIT`,
    );
    expect(await entries()).toEqual([first, second, third, today]);
    await hold(service, 'NULL');
    await retain();
    expect(await entries()).toEqual([third, today]);
    expect(await sealedRows(service)).toEqual([
      { position: 3, kind: 'audit', row_id: third },
      { position: 4, kind: 'audit', row_id: today },
    ]);
    // The chain begins at the recorded start, and the older anchor is still valid.
    expect(await problems(service)).toEqual([]);

    await settings(service, { audit_retention_years: 2 });
    await retain();
    expect(await entries()).toEqual([today]);
    expect(await problems(service)).toEqual([]);
    const later = await entry(service, 'y');
    await seal(service);
    expect(await sealedRows(service)).toEqual([
      { position: 4, kind: 'audit', row_id: today },
      { position: 5, kind: 'audit', row_id: later },
    ]);
    expect(await problems(service)).toEqual([]);
  });

  it('is retained after the first entry that must remain, and after an event that still exists', async () => {
    await asOwner(service, `UPDATE events SET created_at = now() - interval '5 years'`);
    const before = await entries();
    const event = await emit(service, 1);
    await asOwner(service, `UPDATE events SET created_at = now() - interval '5 years' WHERE event_id = $1`, [
      event.eventId,
    ]);
    await old(3000);
    await seal(service);
    await anchorOf(service);
    await retain();
    // Older rows come after younger ones.
    expect(await entries()).toHaveLength(before.length + 1);
    expect(await problems(service)).toEqual([]);
  });

  it('is not anchored while older rows are being sealed', async () => {
    const anchors = async (): Promise<unknown[]> => asOwner(service, 'SELECT FROM evidence_anchors');
    const kept = await anchors();
    const [, last] = [await old(5000), await old(4900)];
    // The state after the migration: rows without queue entries, and the chain knows their range.
    await asOwner(service, 'DELETE FROM evidence_queue');
    await asOwner(service, `UPDATE evidence_chains SET audit_after = $1 - 2, audit_until = $1`, [last]);
    expect(await sealSome(service, 1)).toEqual({ sealed: 1, more: true });
    clock.advance(DAY);
    await service.app.get(Anchors).anchorDaily();
    expect(await service.app.get(Anchors).now()).toEqual([]);
    expect(await anchors()).toEqual(kept);
    await seal(service);
    await service.app.get(Anchors).anchorDaily();
    expect(await anchors()).toHaveLength(kept.length + 1);
    expect(await problems(service)).toEqual([]);
  });

  it('is not anchored while a row has waited half a day for its seal', async () => {
    const anchors = async (): Promise<number> => (await asOwner(service, 'SELECT FROM evidence_anchors')).length;
    const kept = await anchors();
    await entry(service, 'sealed');
    await seal(service);
    await entry(service, 'waits');
    await asOwner(service, `UPDATE evidence_queue SET queued_at = now() - interval '13 hours'`);
    clock.advance(DAY);
    await service.app.get(Anchors).anchorDaily();
    expect(await service.app.get(Anchors).now()).toEqual([]);
    expect(await anchors()).toBe(kept);
    await asOwner(service, `UPDATE evidence_queue SET queued_at = now() - interval '11 hours'`);
    await service.app.get(Anchors).anchorDaily();
    expect(await anchors()).toBe(kept + 1);
    await seal(service);
  });

  it('is retained for at least a year, regardless of the requested date', async () => {
    const before = await entries();
    await service.owner.query(
      `BEGIN; SET LOCAL app.tenant_id = '${service.tenant.tenant.id}'; SELECT remove_old_evidence('infinity', 1000); COMMIT`,
    );
    expect(await entries()).toEqual(before);
  });

  it('is reported as not sealed if the recorded start of the chain does not follow the rules', async () => {
    const rows = await sealedRows(service);
    const third = rows[2];
    await asOwner(service, 'CREATE TABLE kept AS TABLE evidence_chains');
    await asOwner(
      service,
      `UPDATE evidence_chains SET start_position = $1, removed_before = now(),
              start_hash = (SELECT hash FROM evidence_seals WHERE position = $1)`,
      [third?.position],
    );
    const found = await problems(service);
    expect(found[0]).toEqual(['start', null, null, third?.position]);
    // Remaining rows from before the start have no valid seal.
    expect(found.slice(1)).toEqual(rows.slice(0, 3).map(({ kind, row_id }) => ['not_sealed', kind, row_id, null]));
    await asOwner(
      service,
      'UPDATE evidence_chains c SET start_position = k.start_position, start_hash = k.start_hash, removed_before = k.removed_before FROM kept k',
    );
    await asOwner(service, 'DROP TABLE kept');
    expect(await problems(service)).toEqual([]);
  });
});

describe('Expired events', () => {
  const clock = new ManualClock(new Date());
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true, clock });
  });
  afterAll(() => service.stop());

  it('are removed only when sealed and not under a legal hold; their seals remain, and a verification finds nothing', async () => {
    // The event cannot be sealed until its queue entry is corrected.
    await service.owner.query(`
      BEGIN;
      INSERT INTO events (tenant_id, event_id, name, body, created_at)
      SELECT id, gen_random_uuid(), 'vendor.created', '{"old": true}', now() FROM tenants;
      UPDATE evidence_queue SET kind = 'later' WHERE row_id = (SELECT max(id) FROM events) AND kind = 'event';
      COMMIT`);
    const isThere = async (): Promise<boolean> =>
      (await asOwner(service, `SELECT FROM events WHERE body = '{"old": true}'`)).length > 0;
    clock.advance(31 * DAY);
    await service.app.get(Pruning).prune();
    expect(await isThere()).toBe(true);
    await asOwner(service, `UPDATE evidence_queue SET kind = 'event' WHERE kind = 'later'`);
    await sealBesideWorker(service);
    const sealed = await sealedRows(service);
    await hold(service, 'now()');
    await service.app.get(Pruning).prune();
    expect(await isThere()).toBe(true);
    await hold(service, 'NULL');
    await service.app.get(Pruning).prune();
    expect(await isThere()).toBe(false);
    expect(await sealedRows(service)).toEqual(sealed);
    expect(await problems(service)).toEqual([]);
  });
});
