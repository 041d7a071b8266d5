import { personalFields, pseudonymOf, replaced, textsIn } from './pseudonym';

const FIELDS = personalFields(pseudonymOf(17));
const ENTRY = {
  email: 'sara@najd.example',
  role: 'requester',
  changes: {
    name_en: { from: null, to: 'Sara' },
    phone: { from: null, to: '+966 50' },
    metadata: { from: null, to: { badge: 'S-1' } },
    role: { from: null, to: 'requester' },
  },
};

describe('entries about a person who is anonymised', () => {
  it('contain no personal data and otherwise stay the same', () => {
    expect(replaced(ENTRY, FIELDS)).toEqual({
      email: 'user-17@anonymised.invalid',
      role: 'requester',
      changes: {
        name_en: { from: null, to: 'Anonymised user 17' },
        phone: { from: null, to: null },
        metadata: { from: null, to: {} },
        role: { from: null, to: 'requester' },
      },
    });
  });

  it('may have no changes', () => {
    expect(replaced({ reason: 'Left' }, FIELDS)).toEqual({ reason: 'Left' });
    expect(replaced({ changes: ['name_en'] }, FIELDS)).toEqual({ changes: ['name_en'] });
  });

  it('return the texts that identify the person', () => {
    expect(textsIn(ENTRY, ['name_en', 'email', 'metadata'])).toEqual(['Sara', 'sara@najd.example']);
    expect(textsIn({}, ['name_en'])).toEqual([]);
  });
});
