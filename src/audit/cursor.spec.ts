import { cursorOf, positionOf } from './cursor';

describe('a cursor of the audit log', () => {
  const position = { at: new Date('2026-03-01T10:00:00.123Z'), id: 42 };

  it('comes back as the position it was made of', () => {
    expect(positionOf(cursorOf(position, 'asc'), 'asc')).toEqual(position);
    expect(positionOf(cursorOf(position, 'desc'), 'desc')).toEqual(position);
  });

  it('is of one order', () => {
    expect(positionOf(cursorOf(position, 'asc'), 'desc')).toBeUndefined();
  });

  it.each(['', 'x', Buffer.from('desc/1/0').toString('base64url'), Buffer.from('xdesc/1/1').toString('base64url')])(
    'is not %p',
    (text) => {
      expect(positionOf(text, 'desc')).toBeUndefined();
    },
  );
});
