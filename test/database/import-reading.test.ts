import { Readable } from 'node:stream';
import { DocumentStorage } from '../../src/procurement/documents/storage/document-storage';
import { ImportRunner } from '../../src/integration/imports';
import { ImportsRepository } from '../../src/integration/imports/imports.repository';
import { LostLease } from '../../src/platform/database';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { sendImport } from '../support/imports';
import { asOwner } from '../support/purchase-orders';
import { until } from '../support/until';

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly lease_token: string | null;
  readonly due_at: Date;
}

/** The minimum number of 64 KiB chunks that the storage returns for a file. */
const ALL_PARTS = 6;

/** A file of orders is read completely before its first batch, to find split documents. */
describe('Reading a file of orders', () => {
  let service: Service;
  let runner: ImportRunner;
  let storage: DocumentStorage;

  beforeAll(async () => {
    // No worker: only this test runs imports.
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    runner = service.app.get(ImportRunner);
    storage = service.app.get(DocumentStorage);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  const HEAD = 'external_id,item_description,item_quantity,item_unit_price\n';
  const start = async (idOf: (row: number) => string): Promise<number> => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `${idOf(index)},Paper,1,10\n`);
    return (await sendImport(service, 'purchase_orders', HEAD + rows.join(''))).body.data.id;
  };
  const rowOf = async (id: number): Promise<Row> => {
    const [row] = await asOwner<Row>(service, 'SELECT * FROM imports WHERE id = $1', [id]);
    if (!row) throw new Error('There is no such import');
    return row;
  };
  const end = (id: number): Promise<unknown> =>
    asOwner(service, `UPDATE imports SET status = 'failed', finished_at = now() WHERE id = $1`, [id]);
  /** Runs the work after the storage has returned a file's first chunk; counts the chunks. */
  const afterFirstPart = (work: () => Promise<unknown>): { parts(): number } => {
    const open = storage.open.bind(storage);
    let handedOut = 0;
    jest.spyOn(storage, 'open').mockImplementation(async (key, from) => {
      const bytes = (await open(key, from)) as Readable;
      const parts = async function* (): AsyncGenerator<Buffer> {
        for await (const part of bytes as AsyncIterable<Buffer>) {
          handedOut += 1;
          yield part;
          if (handedOut === 1) await work();
        }
      };
      return Readable.from(parts(), { highWaterMark: 1 });
    });
    return { parts: () => handedOut };
  };

  it('renews the lease', async () => {
    const id = await start((row) => `A${row}`);
    const storageRead = afterFirstPart(async () => {
      const { due_at: due } = await rowOf(id);
      await until(async () => (await rowOf(id)).due_at > due);
    });
    await runner.turn();
    expect(storageRead.parts()).toBeGreaterThan(ALL_PARTS);
    expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 0 });
    await end(id);
  });

  it('stops if another process has taken over the import', async () => {
    const id = await start((row) => `B${row}`);
    const renewing = jest.spyOn(service.app.get(ImportsRepository), 'renew');
    const storageRead = afterFirstPart(async () => {
      await asOwner(service, 'UPDATE imports SET lease_token = gen_random_uuid() WHERE id = $1', [id]);
      await until(() => renewing.mock.results.length > 0);
      await expect(renewing.mock.results[0]?.value).rejects.toThrow(LostLease);
    });
    await runner.turn();
    expect(storageRead.parts()).toBeLessThan(ALL_PARTS);
    expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 1 });
    await end(id);
  });

  // Must be last: no periodic work runs afterwards.
  it('stops when the process stops, even within a document', async () => {
    const id = await start(() => 'C');
    const storageRead = afterFirstPart(() => service.app.get(Periodic).stop());
    await runner.turn();
    expect(storageRead.parts()).toBeLessThan(ALL_PARTS);
    expect(await rowOf(id)).toMatchObject({ status: 'running', lease_token: null, attempts: 0, rows_done: 0 });
  });
});
