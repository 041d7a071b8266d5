import { parsePostmasterPid } from './postgres';

const READY = ['4711', '/srv/data', '1763700000', '54321', '', '127.0.0.1', ' 12345678         0', 'ready   ', ''];

const text = (lines: readonly string[]): string => lines.join('\n');

describe('postmaster.pid', () => {
  it('contains process, data folder, port and status', () => {
    expect(parsePostmasterPid(text(READY))).toEqual({
      pid: 4711,
      dataFolder: '/srv/data',
      port: 54321,
      status: 'ready',
    });
  });

  it('has no status before the server has written one', () => {
    expect(parsePostmasterPid(text(READY.slice(0, 5)))).toMatchObject({ pid: 4711, status: '' });
  });

  it('is undefined while it is incomplete', () => {
    expect(parsePostmasterPid('')).toBeUndefined();
    expect(parsePostmasterPid(text(READY.slice(0, 3)))).toBeUndefined();
  });
});
