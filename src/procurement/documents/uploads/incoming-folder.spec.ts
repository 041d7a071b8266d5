import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { IncomingFolder } from './incoming-folder';

describe('IncomingFolder', () => {
  const parent = mkdtempSync(join(os.tmpdir(), 'incoming-folder-'));
  let incoming: IncomingFolder;
  const receive = () => incoming.receive(Readable.from([Buffer.from('text')]));

  beforeEach(() => {
    jest.spyOn(os, 'tmpdir').mockReturnValue(join(parent, 'tmp'));
    mkdirSync(join(parent, 'tmp'));
    incoming = new IncomingFolder();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(join(parent, 'tmp'), { recursive: true, force: true });
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('creates one folder for concurrent uploads', async () => {
    const files = await Promise.all([receive(), receive(), receive()]);
    expect(new Set(files.map(({ path }) => dirname(path))).size).toBe(1);
    await incoming.remove();
    expect(readdirSync(join(parent, 'tmp'))).toEqual([]);
  });

  it('creates the folder again after a cleaner of temporary files removed it', async () => {
    const { path } = await receive();
    rmSync(dirname(path), { recursive: true });
    const next = await receive();
    expect(existsSync(next.path)).toBe(true);
    expect((await receive()).path).toContain(dirname(next.path));
  });

  it('retries after the folder could not be created', async () => {
    rmdirSync(join(parent, 'tmp'));
    await expect(receive()).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(join(parent, 'tmp'));
    expect((await receive()).size).toBe(4);
  });

  it('removes the file when its bytes are rejected', async () => {
    const refused = incoming.receive(Readable.from([Buffer.from('text')]), Infinity, () => {
      throw new Error('no room');
    });
    await expect(refused).rejects.toThrow('no room');
    await expect(incoming.receive(Readable.from([Buffer.from('text')]), 3)).rejects.toThrow();
    const [folder = ''] = readdirSync(join(parent, 'tmp'));
    expect(readdirSync(join(parent, 'tmp', folder))).toEqual([]);
  });
});
