import { ImportPruning, ImportRunner } from '../../src/integration/imports';
import { ImportRecords } from '../../src/integration/imports/running/import-records';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { sendImport } from '../support/imports';
import { asOwner } from '../support/purchase-orders';

describe('Running imports', () => {
  let service: Service;
  let runner: ImportRunner;

  beforeAll(async () => {
    // No worker: only this test runs imports.
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    runner = service.app.get(ImportRunner);
  });
  afterAll(() => service.stop());

  const FILE = 'external_id,name\nv-1,One\nv-2,Two\n';
  const send = async (token?: string): Promise<number> =>
    (await sendImport(service, 'vendors', FILE, token === undefined ? {} : { token })).body.data.id;
  const unfinished = async (): Promise<number[]> => {
    const rows = await asOwner<{ id: string }>(service, 'SELECT id FROM imports WHERE finished_at IS NULL ORDER BY id');
    return rows.map(({ id }) => Number(id));
  };

  it('serves tenants in turns, and the imports of one tenant in order', async () => {
    const mine = [await send(), await send(), await send()];
    const other = await service.newTenant();
    const theirs = await send(other.token.token);
    expect(await runner.turn()).toBe(true);
    expect(await unfinished()).toEqual([mine[1], mine[2], theirs]);
    // The last import does not wait for all of the first tenant's.
    await runner.turn();
    expect(await unfinished()).toEqual([mine[1], mine[2]]);
    await runner.turn();
    expect(await unfinished()).toEqual([mine[2]]);
    await runner.runAll();
    expect(await unfinished()).toEqual([]);
    expect(await runner.turn()).toBe(false);
  });

  it('skips a leased import until its lease ends', async () => {
    const id = await send();
    await asOwner(
      service,
      `UPDATE imports SET status = 'running', lease_token = gen_random_uuid(), due_at = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    await send();
    expect(await runner.turn()).toBe(false);
    await asOwner(service, `UPDATE imports SET due_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await runner.runAll();
    expect(await unfinished()).toEqual([]);
  });

  it('fails an import that has crashed six processes', async () => {
    const id = await send();
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      // A process that dies reports nothing.
      const claimed = await asOwner<{ id: string }>(
        service,
        'SELECT id FROM claim_import(now(), now(), gen_random_uuid())',
      );
      expect(claimed.map((row) => Number(row.id))).toEqual([id]);
    }
    await runner.turn();
    const found = await service.client().get(`/imports/${id}`);
    expect(found).toMatchObject({ status: 'failed', rows_done: 0, failure: { code: 'INTERNAL_ERROR' } });
    // Progress resets the count.
    const next = await send();
    await asOwner(service, 'UPDATE imports SET attempts = 5 WHERE id = $1', [next]);
    await runner.turn();
    expect(await asOwner(service, 'SELECT status, attempts FROM imports WHERE id = $1', [next])).toEqual([
      { status: 'done', attempts: 0 },
    ]);
  });

  it('fails an import whose stored file ends before its last row', async () => {
    const id = await send();
    await asOwner(service, 'UPDATE imports SET rows_total = 3 WHERE id = $1', [id]);
    await runner.turn();
    expect(await service.client().get(`/imports/${id}`)).toMatchObject({ status: 'running', rows_done: 2 });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const began = Date.now();
      expect(await runner.turn()).toBe(true);
      // The next attempt starts after a pause.
      const [row] = await asOwner<{ due_at: Date }>(service, 'SELECT due_at FROM imports WHERE id = $1', [id]);
      expect(Number(row?.due_at) - began).toBeGreaterThanOrEqual(2000);
      await asOwner(service, `UPDATE imports SET due_at = now() - interval '1 second' WHERE id = $1`, [id]);
    }
    expect(await runner.turn()).toBe(false);
    const found = await service.client().get(`/imports/${id}`);
    expect(found).toMatchObject({ status: 'failed', rows_done: 2, failure: { code: 'INTERNAL_ERROR' } });
  });

  it('fails an import whose token was revoked, and writes nothing of it', async () => {
    const { id: tokenId, token } = await service.client().post('/tokens', { name: 'ERP', abilities: ['admin'] }, 201);
    const { body } = await sendImport(service, 'vendors', 'external_id,name\nr-1,Revoked\n', { token });
    await service.client().delete(`/tokens/${tokenId}`);
    await runner.turn();
    const found = await service.client().get(`/imports/${body.data.id}`);
    expect(found).toMatchObject({ status: 'failed', rows_done: 0, failure: { code: 'UNAUTHENTICATED' } });
    expect(await service.client().get('/vendors', 200, { external_id: 'r-1' })).toEqual([]);
  });

  it('leaves a batch to the process that wrote it when two run the same import', async () => {
    const { body } = await sendImport(service, 'vendors', 'external_id,name\nt-1,Written elsewhere\n');
    const { id } = body.data;
    const records = service.app.get(ImportRecords);
    const remaining = records.remaining.bind(records);
    const asked = jest.spyOn(records, 'remaining').mockImplementation(async (...of) => {
      const found = await remaining(...of);
      // Meanwhile the other process has reached the end of the file.
      await asOwner(service, 'UPDATE imports SET position = size, rows_done = rows_total WHERE id = $1', [id]);
      return found;
    });
    await runner.turn();
    asked.mockRestore();
    expect(await service.client().get('/vendors', 200, { external_id: 't-1' })).toEqual([]);
    await asOwner(service, `UPDATE imports SET due_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await runner.runAll();
    expect(await service.client().get(`/imports/${id}`)).toMatchObject({ status: 'done', rows_done: 1 });
  });

  it('stores at most 100,000 errors, then only the first one of each further row', async () => {
    const { body } = await sendImport(service, 'vendors', 'external_id,name,email\nw-1,,x\nw-2,,x\nw-3,,x\n');
    const { id } = body.data;
    await asOwner(
      service,
      `INSERT INTO import_errors (tenant_id, import_id, line, code, key, params)
       SELECT tenant_id, id, 1, 'VALIDATION_ERROR', 'validation.required', '{}' FROM imports, generate_series(1, 99999) WHERE id = $1`,
      [id],
    );
    await runner.runAll();
    const [row] = await asOwner(service, 'SELECT count(*)::int AS errors FROM import_errors WHERE import_id = $1', [
      id,
    ]);
    expect(row).toEqual({ errors: 100_002 });
    expect(await service.client().get(`/imports/${id}`)).toMatchObject({ status: 'done', rows_failed: 3 });
  });

  it('deletes imports and their errors 30 days after their end, except under a legal hold', async () => {
    const [old, young] = [await send(), await send()];
    await runner.runAll();
    await asOwner(service, `UPDATE imports SET finished_at = now() - interval '29 days'`);
    await asOwner(service, `UPDATE imports SET finished_at = now() - interval '31 days' WHERE id <= $1`, [old]);
    const hold = (since: string): Promise<unknown> =>
      asOwner(service, `UPDATE tenants SET legal_hold_reason = 'Case 7', legal_hold_since = ${since}`);
    await hold('now()');
    await service.app.get(ImportPruning).prune();
    expect(await asOwner(service, 'SELECT id::int AS id FROM imports WHERE id = $1', [old])).toEqual([{ id: old }]);
    await hold('NULL');
    await service.app.get(ImportPruning).prune();
    expect(await asOwner(service, 'SELECT id::int AS id FROM imports')).toEqual([{ id: young }]);
    expect(await asOwner(service, 'SELECT id FROM import_errors')).toEqual([]);
  });

  describe('pruning expired imports', () => {
    /** Ended imports of two tenants, both past their retention. The order of pruning is undefined. */
    const anOldOne = async (token?: string): Promise<number> => {
      const id = await send(token);
      await runner.runAll();
      await asOwner(service, `UPDATE imports SET finished_at = now() - interval '31 days' WHERE id = $1`, [id]);
      return id;
    };
    const kept = async (): Promise<number[]> =>
      (await asOwner<{ id: number }>(service, 'SELECT id::int AS id FROM imports ORDER BY id')).map(({ id }) => id);
    const refusing = async (id: number, state: string): Promise<void> => {
      await asOwner(
        service,
        `CREATE OR REPLACE FUNCTION refuse_deleting() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF OLD.id = ${id} THEN RAISE EXCEPTION 'not now' USING ERRCODE = '${state}'; END IF;
           RETURN OLD;
         END $$;
         CREATE OR REPLACE TRIGGER refuse_deleting BEFORE DELETE ON imports FOR EACH ROW EXECUTE FUNCTION refuse_deleting()`,
      );
    };
    let ids: number[];

    beforeEach(async () => {
      await asOwner(service, 'DELETE FROM imports');
      ids = [await anOldOne(), await anOldOne((await service.newTenant()).token.token)];
    });
    afterEach(() => asOwner(service, 'DROP TRIGGER IF EXISTS refuse_deleting ON imports'));

    it.each([0, 1])('skips a tenant that is not available without delaying the others: tenant %i', async (shut) => {
      await refusing(ids[shut] as number, 'cannot_connect_now');
      await service.app.get(ImportPruning).prune();
      expect(await kept()).toEqual([ids[shut]]);
    });

    it.each([0, 1])(
      'reports imports that cannot be removed after it has removed the others: tenant %i',
      async (broken) => {
        await refusing(ids[broken] as number, 'data_exception');
        const failed = await service.app
          .get(ImportPruning)
          .prune()
          .catch((error: unknown) => error);
        expect(failed).toMatchObject({ errors: [expect.objectContaining({ code: '22000' })] });
        expect(await kept()).toEqual([ids[broken]]);
      },
    );

    // Must be the last one: no periodic work runs afterwards.
    it('removes nothing when the process stops', async () => {
      await service.app.get(Periodic).stop();
      await service.app.get(ImportPruning).prune();
      expect(await kept()).toEqual(ids);
    });
  });
});
