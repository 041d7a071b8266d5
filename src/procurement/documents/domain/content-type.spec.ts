import {
  ACCEPTED,
  ACCEPTED_ENDINGS,
  officeType,
  signatureOf,
  directoryOf,
  entryNames,
  ZIP_TAIL_LENGTH,
} from './content-type';

describe('file type', () => {
  it.each(['GIF87a', 'GIF89a'])('is GIF for both versions: %s', (head) => {
    expect(signatureOf(Buffer.from(`${head}\x01\x00`, 'latin1'))).toBe('image/gif');
  });

  it('is not WebP outside a RIFF container', () => {
    expect(signatureOf(Buffer.from('RIFF\x1a\x00\x00\x00WEBPVP8L', 'latin1'))).toBe('image/webp');
    expect(signatureOf(Buffer.from('JUNK\x1a\x00\x00\x00WEBPVP8L', 'latin1'))).toBeUndefined();
  });

  it('is undefined for an Office file that is neither a document nor a workbook', () => {
    expect(officeType(new Set(['[Content_Types].xml', 'ppt/presentation.xml']))).toBeUndefined();
  });

  it('is named in messages by the first extension of each accepted type', () => {
    expect(ACCEPTED_ENDINGS.split(', ')).toEqual(Object.values(ACCEPTED).map(([first]) => first));
  });
});

/** The end record of an archive. */
function end(length: number, offset: number, comment = ''): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt32LE(length, 12);
  record.writeUInt32LE(offset, 16);
  return Buffer.concat([record, Buffer.from(comment)]);
}

/** A directory entry with optional fields. */
function entry(name: string, { extra = '', comment = '', signature = 0x02014b50 } = {}): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(signature, 0);
  record.writeUInt16LE(Buffer.byteLength(name), 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt16LE(comment.length, 32);
  return Buffer.concat([record, Buffer.from(`${name}${extra}${comment}`)]);
}

describe('archive directory', () => {
  it('is found from the end record, with or without a comment after it', () => {
    expect(directoryOf(end(120, 4000))).toEqual({ length: 120, offset: 4000 });
    expect(directoryOf(Buffer.concat([Buffer.alloc(9), end(120, 4000, 'Made by hand')]))).toEqual({
      length: 120,
      offset: 4000,
    });
  });

  it('is not found without an end record', () => {
    expect(directoryOf(Buffer.alloc(200))).toBeUndefined();
    expect(directoryOf(end(1, 1).subarray(1))).toBeUndefined();
  });

  it('is searched up to the longest comment after the end record', () => {
    expect(ZIP_TAIL_LENGTH).toBe(end(0, 0).length + 65_535);
  });

  it('lists each entry with any fields after the names', () => {
    const directory = [
      entry('a.xml', { extra: 'xx', comment: 'of the first' }),
      entry('ورق/b.xml', { comment: 'c' }),
      entry('c.xml', { extra: 'yyyy' }),
      entry(''),
    ];
    expect([...entryNames(Buffer.concat(directory))]).toEqual(['a.xml', 'ورق/b.xml', 'c.xml', '']);
  });

  it('ends at the first invalid entry', () => {
    const directory = [entry('a.xml'), entry('b.xml', { signature: 1 }), entry('c.xml')];
    expect([...entryNames(Buffer.concat(directory))]).toEqual(['a.xml']);
    expect([...entryNames(Buffer.concat([entry('a.xml'), entry('').subarray(0, 45)]))]).toEqual(['a.xml']);
  });
});
