import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from '../../tools/launcher/state';

/** Which data a start of `npm start` takes for its own. */
describe('the state of a development run', () => {
  let parent: string;
  let checkout: string;
  const servers: string[] = [];

  beforeEach(() => {
    parent = realpathSync(mkdtempSync(join(tmpdir(), 'procurement-state-')));
    checkout = join(parent, 'checkout');
    mkdirSync(checkout);
  });

  afterEach(() => {
    // Root's data stands outside the checkout, in a folder for each.
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

  it('stays from one start to the next, secrets for the owner alone', async () => {
    const first = await open(checkout);
    first.keep({ demo: { database: 'one', tenant: 'demo', token: 'text' } });
    first.release();
    const second = await open(checkout);
    expect(second.record).toEqual({ ...first.record, demo: { database: 'one', tenant: 'demo', token: 'text' } });
    expect(Buffer.from(second.record.encryptionKey, 'base64')).toHaveLength(32);
    expect(second.record.encryptionKeyId).toBe('first');
    expect(statSync(join(second.folder, 'state.json')).mode & 0o777).toBe(0o600);
  });

  it('keeps the key of a state of before keys had ids without one', async () => {
    const first = await open(checkout);
    const { encryptionKeyId: _id, ...older } = first.record;
    writeFileSync(join(first.folder, 'state.json'), JSON.stringify(older));
    first.release();
    expect((await open(checkout)).record).toEqual(older);
  });

  it('is another for a second copy that runs beside the first', async () => {
    const first = await open(checkout);
    const second = await open(checkout);
    expect([first.copy, second.copy]).toEqual([1, 2]);
    expect(second.record.servers).not.toBe(first.record.servers);
    first.release();
    expect((await open(checkout)).copy).toBe(1);
  });

  it('is free again when its holder was killed', async () => {
    const first = await open(checkout);
    writeFileSync(join(first.folder, 'lock.json'), JSON.stringify({ pid: process.pid, startMark: 'before', checkout }));
    expect((await open(checkout)).copy).toBe(1);
  });

  it('begins anew in a checkout that was copied, even from a running one', async () => {
    const original = await open(checkout);
    const copy = join(parent, 'copy');
    cpSync(checkout, copy, { recursive: true });
    const copied = await open(copy);
    expect(copied.copy).toBe(1);
    expect(copied.record.superuserPassword).not.toBe(original.record.superuserPassword);
    expect(copied.record.servers).not.toBe(original.record.servers);
  });

  it('goes along with a checkout that was moved', async () => {
    const before = await open(checkout);
    before.release();
    const moved = join(parent, 'moved');
    renameSync(checkout, moved);
    expect((await open(moved)).record.superuserPassword).toBe(before.record.superuserPassword);
  });
});
