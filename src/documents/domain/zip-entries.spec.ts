import { directoryOf, entryNames, ZIP_TAIL_LENGTH } from './zip-entries';

/** The record that ends an archive. */
function end(length: number, offset: number, comment = ''): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt32LE(length, 12);
  record.writeUInt32LE(offset, 16);
  return Buffer.concat([record, Buffer.from(comment)]);
}

/** An entry of the directory, with what may stand between it and the next. */
function entry(name: string, { extra = '', comment = '', signature = 0x02014b50 } = {}): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(signature, 0);
  record.writeUInt16LE(Buffer.byteLength(name), 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt16LE(comment.length, 32);
  return Buffer.concat([record, Buffer.from(`${name}${extra}${comment}`)]);
}

describe('the directory of an archive', () => {
  it('is found by the record at the very end, or before a comment', () => {
    expect(directoryOf(end(120, 4000))).toEqual({ length: 120, offset: 4000 });
    expect(directoryOf(Buffer.concat([Buffer.alloc(9), end(120, 4000, 'Made by hand')]))).toEqual({
      length: 120,
      offset: 4000,
    });
  });

  it('is not found where there is no such record', () => {
    expect(directoryOf(Buffer.alloc(200))).toBeUndefined();
    expect(directoryOf(end(1, 1).subarray(1))).toBeUndefined();
  });

  it('lies within the longest comment of the end', () => {
    expect(ZIP_TAIL_LENGTH).toBe(end(0, 0).length + 65_535);
  });

  it('names each entry, whatever stands beside the names', () => {
    const directory = [
      entry('a.xml', { extra: 'xx', comment: 'of the first' }),
      entry('ورق/b.xml', { comment: 'c' }),
      entry('c.xml', { extra: 'yyyy' }),
      entry(''),
    ];
    expect([...entryNames(Buffer.concat(directory))]).toEqual(['a.xml', 'ورق/b.xml', 'c.xml', '']);
  });

  it('ends at the first entry that is broken', () => {
    const directory = [entry('a.xml'), entry('b.xml', { signature: 1 }), entry('c.xml')];
    expect([...entryNames(Buffer.concat(directory))]).toEqual(['a.xml']);
    expect([...entryNames(Buffer.concat([entry('a.xml'), entry('').subarray(0, 45)]))]).toEqual(['a.xml']);
  });
});
