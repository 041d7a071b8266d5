import { type VendorContact, withFirstContact } from './contacts';

const NONE = { email: null, phone: null };
const noura: VendorContact = { name: 'Noura', email: 'noura@example.com', phone: '+966500000001', role: 'Sales' };
const fahad: VendorContact = { name: 'Fahad', email: null, phone: null, role: null };

describe('withFirstContact', () => {
  it('adds a contact for a name, with the e-mail and phone of the vendor', () => {
    expect(withFirstContact([], { person: 'Omar' }, { email: 'info@example.com', phone: null })).toEqual([
      { name: 'Omar', email: 'info@example.com', phone: null, role: null },
    ]);
    expect(withFirstContact([], { person: 'Omar', email: 'omar@example.com', phone: '1' }, NONE)).toEqual([
      { name: 'Omar', email: 'omar@example.com', phone: '1', role: null },
    ]);
  });

  it('adds no contact for an e-mail only', () => {
    expect(withFirstContact([], { email: 'omar@example.com' }, NONE)).toEqual([]);
    const whole = { ...NONE, name: 'Hejaz Steel', role: 'vendor' };
    expect(withFirstContact([], { email: 'omar@example.com' }, whole)).toEqual([]);
  });

  it('does not change missing fields and other contacts', () => {
    expect(withFirstContact([noura, fahad], { phone: '7' }, NONE)).toEqual([{ ...noura, phone: '7' }, fahad]);
    expect(withFirstContact([noura, fahad], { person: 'Huda' }, NONE)).toEqual([{ ...noura, name: 'Huda' }, fahad]);
    expect(withFirstContact([noura], { email: null }, NONE)).toEqual([{ ...noura, email: null }]);
  });

  it('removes the first contact when the person is cleared', () => {
    expect(withFirstContact([noura, fahad], { person: null }, NONE)).toEqual([fahad]);
    expect(withFirstContact([], { person: null, email: 'x@example.com' }, NONE)).toEqual([]);
  });
});
