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

  it.each(['ndjson', 'csv'] as const)('lets other work run between two slow records: %s', async (format) => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    let turn = 0;
    let counting = setImmediate(function next() {
      turn += 1;
      counting = setImmediate(next);
    });
    const turns = new Set<number>();
    const record = {
      get id(): number {
        now += MILLISECONDS_PER_RECORD;
        turns.add(turn);
        return 1;
      },
    };
    const kind: RecordsOfKind = {
      columns: ['id'],
      async *parts() {
        yield Promise.resolve(Array.from({ length: RECORDS }, () => record));
      },
    };
    const { rows } = await folder.write({} as Transaction, kind, {
      resource: format === 'csv' ? 'vendors' : 'projects',
      format,
      forImport: false,
      reader: {} as Holder,
      counted: jest.fn(),
    });
    clearImmediate(counting);
    expect(rows).toBe(RECORDS);
    expect(turns.size).toBe(RECORDS);
  });
});
