import { omitUndefined } from './given';

describe('the given members of an object', () => {
  it('exclude undefined values, and include null', () => {
    const members = omitUndefined({ name: undefined, email: null, days: 0, note: '' });
    expect(Object.entries(members)).toEqual([
      ['email', null],
      ['days', 0],
      ['note', ''],
    ]);
  });
});
