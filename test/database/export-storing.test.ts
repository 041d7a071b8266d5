import { DocumentStorage } from '../../src/procurement/documents/storage/document-storage';
import { ExportRunner } from '../../src/integration/exports';
import { ExportFolder } from '../../src/integration/exports/running/export-folder';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { downloaded } from '../support/exports';
import { asOwner } from '../support/purchase-orders';
import { until } from '../support/until';

const RESOURCES = ['departments', 'projects', 'users'];

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly lease_token: string | null;
  readonly due_at: Date;
}

/** The files of an export are stored after its snapshot has ended. A slow storage can take long. */
describe('Storing the files of an export', () => {
  let service: Service;
  let runner: ExportRunner;
  let storage: DocumentStorage;

  beforeAll(async () => {
    // No worker: only this test runs exports.
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    runner = service.app.get(ExportRunner);
    storage = service.app.get(DocumentStorage);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  const start = async (): Promise<number> =>
    (await service.client().post('/exports', { format: 'ndjson', resources: RESOURCES }, 202)).id;
  const rowOf = async (id: number): Promise<Row> => {
    const [row] = await asOwner<Row>(service, 'SELECT * FROM exports WHERE id = $1', [id]);
    if (!row) throw new Error('There is no such export');
    return row;
  };
  const objects = async (): Promise<number> => (await asOwner(service, 'SELECT 1 FROM stored_objects')).length;
  /** Runs the work before each file that the storage receives; the spy counts the files. */
  const before = (work: () => Promise<unknown>): jest.SpyInstance => {
    const put = storage.put.bind(storage);
    return jest.spyOn(storage, 'put').mockImplementation(async (key, file) => {
      await work();
      await put(key, file);
    });
  };

  it('renews the lease', async () => {
    const id = await start();
    const put = before(async () => {
      if (put.mock.calls.length > 1) return;
      const { due_at: due } = await rowOf(id);
      await until(async () => (await rowOf(id)).due_at > due);
    });
    await runner.turn();
    expect(put).toHaveBeenCalledTimes(3);
    expect(await rowOf(id)).toMatchObject({ status: 'done' });
  });

  it('shows and serves no file before all are stored', async () => {
    const id = await start();
    const seen: unknown[] = [];
    const look = async (): Promise<unknown> => {
      const { files } = await service.client().get(`/exports/${id}`);
      return [files.length, (await downloaded(service, id, 'departments')).status];
    };
    before(async () => void seen.push(await look()));
    await runner.turn();
    expect(seen).toEqual(RESOURCES.map(() => [0, 404]));
    expect(await look()).toEqual([RESOURCES.length, 200]);
  });

  it('stops if another process has taken over the export, and leaves no file', async () => {
    const id = await start();
    const there = await objects();
    const put = before(() =>
      asOwner(service, `UPDATE exports SET lease_token = gen_random_uuid(), due_at = now() WHERE id = $1`, [id]),
    );
    await runner.turn();
    expect(put).toHaveBeenCalledTimes(1);
    expect(await objects()).toBe(there);
  });

  it('starts again without the files of an earlier attempt, which no longer count', async () => {
    const there = await objects();
    await asOwner(service, `UPDATE exports SET due_at = '2020-01-01' WHERE status = 'running'`);
    const put = before(async () => {
      // At the second of three files the lease is lost, as if the process had died.
      if (put.mock.calls.length === 2) await asOwner(service, 'UPDATE exports SET lease_token = NULL');
    });
    await runner.turn();
    expect(await objects()).toBe(there + 1);
    jest.restoreAllMocks();
    await asOwner(service, `UPDATE exports SET due_at = '2020-01-01' WHERE status = 'running'`);
    await runner.turn();
    await until(async () => (await objects()) === there + RESOURCES.length);
  });

  // Must be the last two: no periodic work runs afterwards.
  it('stops between two files when the process stops', async () => {
    const id = await start();
    const there = await objects();
    const put = before(() => service.app.get(Periodic).stop());
    await runner.turn();
    expect(put).toHaveBeenCalledTimes(1);
    expect(await rowOf(id)).toMatchObject({ status: 'running', lease_token: null, attempts: 0 });
    await until(async () => (await objects()) === there);
  });

  it('does not begin if the process stops while reading; no further kind of record is read', async () => {
    await asOwner(service, `UPDATE exports SET due_at = '2020-01-01' WHERE finished_at IS NULL`);
    const put = before(() => Promise.resolve());
    const write = jest.spyOn(ExportFolder.prototype, 'write');
    await runner.turn();
    expect([write.mock.calls.length, put.mock.calls.length]).toEqual([1, 0]);
  });
});
