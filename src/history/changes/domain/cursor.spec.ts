import { tenantIdFrom } from '../../../common/records/ids';
import { cursorOf, markOf, positionOf } from './cursor';

const OURS = tenantIdFrom('0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21');
const THEIRS = tenantIdFrom('1b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21');
const mark = markOf(Buffer.alloc(32, 0xab));

describe('a cursor of the change feed', () => {
  it.each([0, 1, 41, 2 ** 40, Number.MAX_SAFE_INTEGER])('decodes to position %p', (position) => {
    const cursor = cursorOf(OURS, { position, mark });
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{34}$/);
    expect(positionOf(OURS, cursor)).toEqual({ position, mark });
  });

  it('is valid for one tenant only', () => {
    expect(positionOf(THEIRS, cursorOf(OURS, { position: 41, mark }))).toBeUndefined();
  });

  it('is invalid if any character differs', () => {
    const cursor = cursorOf(OURS, { position: 41, mark });
    for (let at = 0; at < cursor.length; at += 1) {
      const other = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      expect(positionOf(OURS, other)).toBeUndefined();
    }
  });

  it.each(['', 'x', 'now', 'A'.repeat(34), 'A'.repeat(200), '../../..'])('rejects %p', (text) => {
    expect(positionOf(OURS, text)).toBeUndefined();
  });
});
