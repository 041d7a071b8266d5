import { apiName, changesOf, fromTo } from './changes';

describe('the changes of an update', () => {
  const present: { name: string; email: string | null; contacts: { name: string }[] } = {
    name: 'Najd',
    email: null,
    contacts: [{ name: 'Noura' }],
  };

  it('are the given values that differ', () => {
    expect(changesOf(present, { name: 'Najd', email: 'a@example.com' })).toEqual({ email: 'a@example.com' });
    expect(changesOf(present, { contacts: [{ name: 'Noura' }] })).toEqual({});
    expect(changesOf({ a: { one: 1, two: 2 } }, { a: { two: 2, one: 1 } })).toEqual({});
    expect(changesOf(present, { contacts: [] })).toEqual({ contacts: [] });
    expect(changesOf<typeof present>({ ...present, email: 'a' }, { email: null })).toEqual({ email: null });
  });

  it('exclude values that are not given', () => {
    expect(changesOf(present, {})).toEqual({});
  });

  it('have the names of the API', () => {
    expect(['name', 'vatNumber', 'paymentTerms'].map(apiName)).toEqual(['name', 'vat_number', 'payment_terms']);
  });

  it('contain the old and the new value', () => {
    const before: { vatRate: number | undefined; roles: string[] } = { vatRate: undefined, roles: ['x'] };
    expect(fromTo(before, { vatRate: 15, roles: ['x', 'y'] })).toEqual({
      vat_rate: { from: null, to: 15 },
      roles: { from: ['x'], to: ['x', 'y'] },
    });
  });
});
