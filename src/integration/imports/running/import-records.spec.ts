import { Readable } from 'node:stream';
import type { StoredFiles } from '../../../procurement/documents';
import { MAX_ROWS } from '../domain/import';
import type { Import } from '../entities/import.entity';
import type { ImportKind } from '../kinds/kind';
import { ImportRecords } from './import-records';

const KIND = { columns: {}, references: [], ignored: [], lines: { field: 'items' } } as unknown as ImportKind;
const LINE = '{"external_id":"O1"}\n';

/** Takes turns at files of orders and records which of them were read as a whole. */
class Turns {
  private whole: number[] = [];
  private readonly records: ImportRecords;

  /** @param rows of the same order in a file */
  constructor(rows: (objectId: number) => number = () => 1) {
    const open = (_: string, objectId: number, start: number): Promise<Readable> => {
      if (start === 0) this.whole.push(objectId);
      return Promise.resolve(Readable.from([Buffer.from(LINE.repeat(start === 0 ? rows(objectId) : 0))]));
    };
    this.records = new ImportRecords({ open } as unknown as StoredFiles);
  }

  /** Takes a turn at each file. @returns the files that were read as a whole */
  async at(...objectIds: readonly number[]): Promise<number[]> {
    this.whole = [];
    for (const objectId of objectIds) {
      const job = {
        tenantId: 't',
        objectId,
        format: 'ndjson',
        headings: null,
        position: LINE.length,
        line: 1,
        reading: {},
      };
      await this.records.remaining(job as unknown as Import, KIND, { require: () => undefined });
    }
    return this.whole;
  }
}

const files = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);

describe('the search for repeated external ids', () => {
  it('reads each of many files as a whole only once, in any order of their turns', async () => {
    const turns = new Turns();
    expect(await turns.at(...files(1000))).toEqual(files(1000));
    expect(await turns.at(...files(1000))).toEqual([]);
  });

  it('forgets the least recently used file', async () => {
    const turns = new Turns();
    await turns.at(...files(1000));
    expect(await turns.at(1, 1001, 1)).toEqual([1001]);
    expect(await turns.at(2)).toEqual([2]);
  });

  it('remembers fewer files if many ids are repeated, and always the last one', async () => {
    const turns = new Turns((objectId) => (objectId > 100 ? MAX_ROWS / 2 : 1));
    await turns.at(1, 101, 102);
    expect(await turns.at(101, 102, 1)).toEqual([]);
    expect(await turns.at(103, 103)).toEqual([103]);
    expect(await turns.at(1, 102, 101)).toEqual([101]);
  });
});
