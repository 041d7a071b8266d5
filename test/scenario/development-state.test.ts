import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from '../../tools/launcher/state';

/** How `npm start` finds its data. */
describe('The state of a development run', () => {
  let parent: string;
  let checkout: string;
  const servers: string[] = [];

  beforeEach(() => {
    parent = realpathSync(mkdtempSync(join(tmpdir(), 'procurement-state-')));
    checkout = join(parent, 'checkout');
    mkdirSync(checkout);
  });

  afterEach(() => {
    // Root's data is outside the checkout, in a folder for each copy.
    for (const folder of servers.splice(0)) {
      if (!folder.startsWith(parent)) rmSync(join(folder, '..'), { recursive: true, force: true });
    }
    rmSync(parent, { recursive: true });
  });

  async function open(folder: string) {
    const state = await openState(folder);
    servers.push(state.record.servers);
    return state;
  }

  it('persists between starts, with secrets readable only for the owner', async () => {
    const first = await open(checkout);
    first.keep({ demo: { database: 'one', tenant: 'demo', token: 'text' } });
    first.release();
    const second = await open(checkout);
    expect(second.record).toEqual({ ...first.record, demo: { database: 'one', tenant: 'demo', token: 'text' } });
    expect(Buffer.from(second.record.encryptionKey, 'base64')).toHaveLength(32);
    expect(second.record.encryptionKeyId).toBe('first');
    expect(statSync(join(second.folder, 'state.json')).mode & 0o777).toBe(0o600);
  });

  it('without a key id remains without one', async () => {
    const first = await open(checkout);
    const { encryptionKeyId: _id, ...older } = first.record;
    writeFileSync(join(first.folder, 'state.json'), JSON.stringify(older));
    first.release();
    expect((await open(checkout)).record).toEqual(older);
  });

  it('is separate for a second copy that runs at the same time', async () => {
    const first = await open(checkout);
    const second = await open(checkout);
    expect([first.copy, second.copy]).toEqual([1, 2]);
    expect(second.record.servers).not.toBe(first.record.servers);
    first.release();
    expect((await open(checkout)).copy).toBe(1);
  });

  it('is free again after its process was killed', async () => {
    const first = await open(checkout);
    writeFileSync(join(first.folder, 'lock.json'), JSON.stringify({ pid: process.pid, startMark: 'before', checkout }));
    expect((await open(checkout)).copy).toBe(1);
  });

  it('is new in a copied checkout, even if the original is running', async () => {
    const original = await open(checkout);
    const copy = join(parent, 'copy');
    cpSync(checkout, copy, { recursive: true });
    const copied = await open(copy);
    expect(copied.copy).toBe(1);
    expect(copied.record.superuserPassword).not.toBe(original.record.superuserPassword);
    expect(copied.record.servers).not.toBe(original.record.servers);
  });

  it('moves with the checkout', async () => {
    const before = await open(checkout);
    before.release();
    const moved = join(parent, 'moved');
    renameSync(checkout, moved);
    expect((await open(moved)).record.superuserPassword).toBe(before.record.superuserPassword);
  });
});
