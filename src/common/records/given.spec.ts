import { given } from './given';

describe('the members of an object', () => {
  it('leaves out what was not given, and keeps what was cleared', () => {
    const members = given({ name: undefined, email: null, days: 0, note: '' });
    expect(Object.entries(members)).toEqual([
      ['email', null],
      ['days', 0],
      ['note', ''],
    ]);
  });
});
