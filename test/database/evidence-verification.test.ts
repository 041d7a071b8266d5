import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Anchors, EvidenceVerification, type StoredAnchor } from '../../src/history/evidence';
import { type Service, startApp } from '../support/app';
import { command } from '../support/command';
import { anchorOf, entry, problems, seal, sealedRows } from '../support/evidence';
import { anApproved, asOwner, aVendor, meanwhile } from '../support/purchase-orders';

/** A verification without findings proves something only if it can find faults. */
describe('The verification of evidence', () => {
  let service: Service;
  /** Ids of audit entries by name, and their positions. */
  const ids = new Map<string, number>();
  const at = new Map<string, number>();
  const id = (name: string): number => ids.get(name) ?? 0;
  const position = (name: string): number => at.get(name) ?? 0;

  beforeAll(async () => {
    service = await startApp({ books: false, env: { PROCESS_ROLE: 'api' } });
    const admin = service.client();
    await anApproved(admin, (await aVendor(admin)).id);
    for (const name of ['one', 'two', 'three']) ids.set(name, await entry(service, name));
    await seal(service);
    for (const { kind, row_id, position: place } of await sealedRows(service)) {
      for (const [name, row] of ids) if (kind === 'audit' && row_id === row) at.set(name, place);
    }
  });
  afterAll(() => service.stop());

  const ofEntry = (name: string, values: string): string => `UPDATE audit_log SET ${values} WHERE id = ${id(name)}`;
  const ofSeal = (name: string, values: string): string =>
    `UPDATE evidence_seals SET ${values} WHERE position = ${position(name)}`;
  /** Executes the change, verifies, and restores the tables from copies. */
  const spoiled = async (sql: string, anchors: readonly StoredAnchor[] = []): Promise<unknown[][]> => {
    const tables = ['audit_log', 'events', 'evidence_seals', 'evidence_chains', 'evidence_queue', 'evidence_anchors'];
    for (const table of tables) await asOwner(service, `CREATE TABLE kept_${table} AS TABLE ${table}`);
    try {
      await asOwner(service, sql);
      const { findings } = await service.app
        .get(EvidenceVerification)
        .all({ tenantId: service.tenant.tenant.id, anchors });
      return findings.map(({ problem, kind, row_id, position: place }) => [problem, kind, row_id, place]);
    } finally {
      // Like a restore: without triggers and foreign key checks.
      const back = tables.map(
        (table) => `DELETE FROM ${table}; INSERT INTO ${table} TABLE kept_${table}; DROP TABLE kept_${table};`,
      );
      await asOwner(
        service,
        `SET session_replication_role = replica; ${back.join(' ')} RESET session_replication_role`,
      );
    }
  };

  it('finds nothing after operations of the service, and counts unsealed rows', async () => {
    expect(await problems(service)).toEqual([]);
    const before = await service.app.get(EvidenceVerification).all();
    expect(before).toMatchObject({ tenants: 1, unsealed: 0, faults: 0, findings: [] });
    expect(before.sealed).toBe((await sealedRows(service)).length);
    await service.client().post('/vendors', { name: 'Later' }, 201);
    expect(await service.app.get(EvidenceVerification).all()).toEqual({ ...before, unsealed: 2 });
    await seal(service);
    expect(await service.app.get(EvidenceVerification).all()).toEqual({ ...before, sealed: before.sealed + 2 });
  });

  it.each([
    ['its action', `action = 'deleted'`],
    ['its time', `occurred_at = occurred_at + interval '1 millisecond'`],
    ['who did it', 'user_id = 1'],
    ['the name of who did it', `user_name = 'Omar'`],
    ['with which token', 'token_id = 1'],
    ['in which request', `request_id = 'x'`],
    ['the kind of record', `entity_type = 'vendor'`],
    ['which record', 'entity_id = NULL'],
    ['a detail', `details = jsonb_set(details, '{a,from}', '1.51')`],
    ['all details', 'details = NULL'],
  ])('reports a changed entry: %s', async (_what, values) => {
    expect(await spoiled(ofEntry('two', values))).toEqual([['changed', 'audit', id('two'), position('two')]]);
  });

  it.each([
    ['its name', `name = 'vendor.updated'`],
    ['its body', `body = replace(body, 'a', 'b')`],
    ['its time', `created_at = created_at - interval '1 day'`],
    ['its id', 'event_id = gen_random_uuid()'],
  ])('reports a changed event: %s', async (_what, values) => {
    const event = (await sealedRows(service)).find(({ kind }) => kind === 'event');
    expect(await spoiled(`UPDATE events SET ${values} WHERE id = ${event?.row_id}`)).toEqual([
      ['changed', 'event', event?.row_id, event?.position],
    ]);
  });

  it('reports a deleted entry, and an event deleted before its time', async () => {
    expect(await spoiled(`DELETE FROM audit_log WHERE id = ${id('two')}`)).toEqual([
      ['missing', 'audit', id('two'), position('two')],
    ]);
    const event = (await sealedRows(service)).find(({ kind }) => kind === 'event');
    expect(await spoiled(`DELETE FROM events WHERE id = ${event?.row_id}`)).toEqual([
      ['missing', 'event', event?.row_id, event?.position],
    ]);
  });

  it('accepts expired events as removed, and reports a removal mark that is too early', async () => {
    const event = (await sealedRows(service)).find(({ kind }) => kind === 'event');
    const removed = `DELETE FROM events WHERE id = ${event?.row_id}`;
    const found = await spoiled(
      `${removed}; UPDATE evidence_chains SET events_removed_before = now() + interval '1 s'`,
    );
    expect(found).toEqual([['start', null, null, 0]]);
    // An infinite mark does not excuse missing rows.
    expect(await spoiled(`${removed}; UPDATE evidence_chains SET events_removed_before = 'infinity'`)).toEqual([
      ['missing', 'event', event?.row_id, event?.position],
    ]);
  });

  it('reports an entry inserted without the service, and one whose seal was deleted', async () => {
    const inserted = `SET session_replication_role = replica;
      INSERT INTO audit_log (tenant_id, id, occurred_at, action, entity_type) SELECT id, 999999, now(), 'approved', 'invoice' FROM tenants;
      RESET session_replication_role`;
    expect(await spoiled(inserted)).toEqual([['not_sealed', 'audit', 999999, null]]);
    expect(await spoiled(`DELETE FROM evidence_seals WHERE position = ${position('two')}`)).toEqual([
      ['gap', null, null, position('two')],
      ['not_sealed', 'audit', id('two'), null],
    ]);
  });

  it('reports a deleted entry whose seal was deleted and whose later seals were moved up', async () => {
    const moved = `DELETE FROM audit_log WHERE id = ${id('two')};
      DELETE FROM evidence_seals WHERE position = ${position('two')};
      UPDATE evidence_seals SET position = position - 1 WHERE position = ${position('three')}`;
    const [broken, ...others] = await spoiled(moved);
    expect(broken).toEqual(['broken_link', 'audit', id('three'), position('two')]);
    expect(others[0]).toEqual(['gap', null, null, position('three')]);
  });

  it('reports a changed, replaced or inserted seal', async () => {
    const changed = ofSeal('two', 'digest = sha256(digest)');
    const broken = ['broken_link', 'audit', id('two'), position('two')];
    expect(await spoiled(changed)).toEqual([broken]);
    expect(await spoiled(ofSeal('two', `sealed_at = sealed_at - interval '1 day'`))).toEqual([broken]);
    expect(await spoiled(ofSeal('two', 'hash = sha256(hash)'))).toEqual([
      broken,
      ['broken_link', 'audit', id('three'), position('three')],
    ]);
    const exchanged = `UPDATE evidence_seals SET position = -1 WHERE position = ${position('two')};
      UPDATE evidence_seals SET position = ${position('two')} WHERE position = ${position('three')};
      UPDATE evidence_seals SET position = ${position('three')} WHERE position = -1`;
    expect((await spoiled(exchanged)).slice(0, 2)).toEqual([
      ['broken_link', 'audit', id('three'), position('two')],
      ['broken_link', 'audit', id('two'), position('three')],
    ]);
    const last = (await sealedRows(service)).length;
    const putIn = `INSERT INTO evidence_seals
      SELECT tenant_id, ${last + 1}, version, 'audit', 999998, occurred_at, sealed_at, salt, personal_digest, digest, hash
        FROM evidence_seals WHERE position = ${last}`;
    expect(await spoiled(putIn)).toEqual([
      ['broken_link', 'audit', 999998, last + 1],
      ['end', null, null, last],
    ]);
  });

  it('reports an entry without its salt, while the chain remains valid', async () => {
    const anonymised = `${ofSeal('two', 'salt = NULL')}; ${ofEntry('two', `user_name = NULL, details = NULL`)}`;
    expect(await spoiled(anonymised)).toEqual([['salt_missing', 'audit', id('two'), position('two')]]);
  });

  it('reports an entry deleted before it was sealed', async () => {
    const waiting = await entry(service, 'waiting');
    await asOwner(service, `DELETE FROM audit_log WHERE id = ${waiting}`);
    await seal(service);
    const last = (await sealedRows(service)).length;
    expect(await problems(service)).toEqual([['gone_before_seal', 'audit', waiting, last]]);
    // The database's owner reverts the deletion.
    await asOwner(service, `DELETE FROM evidence_seals WHERE position = ${last}`);
    const back = `UPDATE evidence_chains SET position = position - 1,
      hash = (SELECT hash FROM evidence_seals WHERE position = ${last - 1})`;
    await asOwner(service, back);
    expect(await problems(service)).toEqual([]);
  });

  describe('when the start of the chain was moved past young entries', () => {
    /** The chain begins after entry two, as if everything before had been removed long ago by the rules. */
    const moved = (): string => `UPDATE evidence_chains SET start_position = ${position('two')},
      start_hash = (SELECT hash FROM evidence_seals WHERE position = ${position('two')}),
      removed_before = now() - interval '2 years'`;
    const notSealed = async (upTo = Infinity): Promise<unknown[][]> => {
      const rows = (await sealedRows(service)).filter((row) => row.position <= upTo);
      const of = (kind: string): unknown[][] =>
        rows
          .filter((row) => row.kind === kind)
          .map(({ row_id }): [string, string, number, null] => ['not_sealed', kind, row_id, null])
          .sort((one, other) => one[2] - other[2]);
      return [...of('audit'), ...of('event')];
    };

    it('reports every row before it, changed or not, because the remaining seals there are not valid', async () => {
      const expected = await notSealed(position('two'));
      expect(expected.length).toBeGreaterThan(2);
      const found = await spoiled(`${moved()}; ${ofEntry('one', `action = 'deleted'`)}`);
      expect(found).toEqual([['start', null, null, position('two')], ...expected]);
      expect(found).toContainEqual(['not_sealed', 'audit', id('one'), null]);
    });

    it('reports the start if seals before it remain, even if their rows are gone', async () => {
      const sealed = (kind: string): string =>
        `id IN (SELECT row_id FROM evidence_seals WHERE kind = '${kind}' AND position <= ${position('two')})`;
      const gone = `DELETE FROM audit_log WHERE ${sealed('audit')}; DELETE FROM events WHERE ${sealed('event')}`;
      expect(await spoiled(`${moved()}; ${gone}`)).toEqual([['start', null, null, position('two')]]);
    });

    it('reports every row of a chain that was deleted with its anchors, even if the rows have seals', async () => {
      const taken = 'DELETE FROM evidence_chains; DELETE FROM evidence_anchors';
      expect(await spoiled(`${taken}; ${ofEntry('one', `action = 'deleted'`)}`)).toEqual(await notSealed());
    });
  });

  describe('with anchors', () => {
    const file = join(tmpdir(), `anchors-${process.pid}.json`);
    /** Deletes the last two entries with all their traces in the database. */
    const cutOff = (): string => `DELETE FROM audit_log WHERE id IN (${id('two')}, ${id('three')});
      DELETE FROM events WHERE id IN (SELECT row_id FROM evidence_seals WHERE kind = 'event' AND position >= ${position('two')});
      DELETE FROM audit_log WHERE id IN (SELECT row_id FROM evidence_seals WHERE kind = 'audit' AND position >= ${position('two')});
      DELETE FROM evidence_seals WHERE position >= ${position('two')};
      UPDATE evidence_chains SET position = ${position('two') - 1},
             hash = (SELECT hash FROM evidence_seals WHERE position = ${position('two') - 1})`;

    it("finds a truncated chain through the service's anchors, unless they were truncated too", async () => {
      expect(await spoiled(cutOff())).toEqual([]);
      const { position: end } = await anchorOf(service);
      expect(await spoiled(cutOff())).toEqual([['anchor', null, null, end]]);
      expect(await spoiled(`${cutOff()}; DELETE FROM evidence_anchors`)).toEqual([]);
    });

    it('finds young rows removed as old through an anchor, even if it exists only outside the database', async () => {
      const [anchor] = await service.app.get(Anchors).now();
      if (!anchor) throw new Error('There is nothing to anchor');
      const after = await entry(service, 'after the anchor');
      await seal(service);
      const last = (await sealedRows(service)).length;
      expect(last).toBe(anchor.position + 1);
      const gone = `UPDATE evidence_chains c SET start_position = c.position, start_hash = c.hash,
          removed_before = now() - interval '2 years';
        DELETE FROM audit_log WHERE id <= ${after}; DELETE FROM events; DELETE FROM evidence_seals`;
      const named = [
        ['start', null, null, last],
        ['anchor', null, null, anchor.position],
      ];
      expect(await spoiled(gone)).toEqual(named);
      expect(await spoiled(`${gone}; DELETE FROM evidence_anchors`, [anchor])).toEqual(named);
      // Rows removed before the first available anchor cannot be checked.
      expect(await spoiled(`${gone}; DELETE FROM evidence_anchors`)).toEqual([]);
    });

    it("finds deletions without traces through an operator's file of anchors", async () => {
      const printed = await command(service, 'audit:anchor', '--json');
      writeFileSync(file, printed.said);
      expect(JSON.parse(printed.said)).toEqual({
        anchors: [
          {
            tenant_id: service.tenant.tenant.id,
            position: (await sealedRows(service)).length,
            hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
            anchored_at: expect.any(String) as string,
          },
        ],
      });
      const clean = await command(service, 'audit:verify', '--anchor', file, '--tenant', service.tenant.tenant.slug);
      expect(clean).toEqual({
        code: 0,
        said: expect.stringMatching(/^1 tenants, \d+ seals, 0 rows not sealed yet, 0 faults\.\n$/) as string,
      });
      // A run over one tenant is not stored.
      expect(await asOwner(service, 'SELECT FROM verification_results')).toEqual([]);

      const name = `UPDATE audit_log SET user_name`;
      const changed = await meanwhile(
        service,
        `${name} = 'Omar' WHERE id = ${id('one')}`,
        `${name} = 'Sara' WHERE id = ${id('one')}`,
        () => command(service, 'audit:verify', '--json'),
      );
      expect(changed.code).toBe(1);
      const kept = `SELECT faults::int FROM verification_results WHERE verified = 'audit'`;
      expect(await asOwner(service, kept)).toEqual([{ faults: 1 }]);
      expect(JSON.parse(changed.said)).toMatchObject({
        faults: 1,
        findings: [{ problem: 'changed', kind: 'audit', row_id: id('one'), position: position('one') }],
      });

      await asOwner(service, `${cutOff()}; DELETE FROM evidence_anchors`);
      expect((await command(service, 'audit:verify')).code).toBe(0);
      const cut = await command(service, 'audit:verify', '--anchor', file);
      expect(cut.code).toBe(1);
      expect(cut.said).toContain('is not as the anchor has it: the chain was written anew, was cut off');
      expect((await command(service, 'audit:verify', '--anchor', __filename)).code).toBe(78);
      expect((await command(service, 'audit:verify', '--tenant', 'nobody')).code).toBe(1);
    });
  });
});
