import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORBIDDEN, MISNAMED, SAMPLES } from '../../../../test/support/documents/samples';
import { ACCEPTED, nameAgrees } from '../domain/content-type';
import { inspectFile } from './inspect-file';

describe('inspectFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'procurement-inspect-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const inspect = (bytes: Buffer, name: string): ReturnType<typeof inspectFile> => {
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    return inspectFile(path, name);
  };

  it.each(SAMPLES)('detects %s as %s', async (name, type, bytes) => {
    await expect(inspect(bytes, name)).resolves.toBe(type);
  });

  it.each(SAMPLES)('detects %s as %s under any name', async (_, type, bytes) => {
    const found = await inspect(bytes, 'x.bin');
    // Only the name distinguishes CSV from other text.
    expect(found).toBe(type === 'text/csv' ? 'text/plain' : type);
  });

  it.each(FORBIDDEN)('rejects %s', async (_, name, bytes) => {
    await expect(inspect(bytes, name)).resolves.toBeUndefined();
  });

  it.each(MISNAMED)('detects that the name of %s does not match its content', async (name, bytes) => {
    const type = await inspect(bytes, name);
    expect(Object.keys(ACCEPTED)).toContain(type);
    expect(type && nameAgrees(name, type)).toBe(false);
  });

  it('reads text whose characters cross the boundaries of chunks', async () => {
    await expect(inspect(Buffer.from(`x${'ش'.repeat(200_000)}`), 'a.txt')).resolves.toBe('text/plain');
    await expect(inspect(Buffer.from(`x${'ش'.repeat(200_000)}`).subarray(0, -1), 'a.txt')).resolves.toBeUndefined();
  });

  it('rejects an archive whose directory has a wrong offset', async () => {
    const archive = Buffer.concat([SAMPLES[5]?.[2] ?? Buffer.alloc(0)]);
    archive.writeUInt32LE(0xfffffff0, archive.length - 22 + 16);
    await expect(inspect(archive, 'a.docx')).resolves.toBeUndefined();
  });
});
