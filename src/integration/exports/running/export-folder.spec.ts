import type { Holder } from '../../../common/actor/abilities';
import type { Transaction } from '../../../platform/database';
import type { RecordsOfKind } from '../records/records';
import { ExportFolder } from './export-folder';

const RECORDS = 40;
const MILLISECONDS_PER_RECORD = 11;

describe('A file of an export', () => {
  const folder = new ExportFolder();
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => folder.close());

  it.each([
    { resource: 'webhooks', format: 'ndjson', forImport: false },
    { resource: 'projects', format: 'csv', forImport: false },
    { resource: 'departments', format: 'ndjson', forImport: true },
    { resource: 'vendors', format: 'csv', forImport: true },
  ] as const)('lets other work run between two slow records: $format, for an import: $forImport', async (chosen) => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    let turn = 0;
    let counting = setImmediate(function next() {
      turn += 1;
      counting = setImmediate(next);
    });
    const turns = new Set<number>();
    const record = {
      external_id: 'E-1',
      get name(): string {
        now += MILLISECONDS_PER_RECORD;
        turns.add(turn);
        return 'Paper';
      },
    };
    const kind: RecordsOfKind = {
      columns: ['name'],
      async *parts() {
        yield Promise.resolve(Array.from({ length: RECORDS }, () => record));
      },
    };
    const { rows } = await folder.write({} as Transaction, kind, {
      ...chosen,
      reader: {} as Holder,
      counted: jest.fn(),
    });
    clearImmediate(counting);
    expect(rows).toBe(RECORDS);
    expect(turns.size).toBe(RECORDS);
  });
});
