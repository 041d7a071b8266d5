import { type VendorContact, withFirstContact } from './contacts';

const NONE = { email: null, phone: null };
const noura: VendorContact = { name: 'Noura', email: 'noura@example.com', phone: '+966500000001', role: 'Sales' };
const fahad: VendorContact = { name: 'Fahad', email: null, phone: null, role: null };

describe('the first contact, as Form B changes it', () => {
  it('is made from a name, with what the vendor has', () => {
    expect(withFirstContact([], { person: 'Omar' }, { email: 'info@example.com', phone: null })).toEqual([
      { name: 'Omar', email: 'info@example.com', phone: null, role: null },
    ]);
    expect(withFirstContact([], { person: 'Omar', email: 'omar@example.com', phone: '1' }, NONE)).toEqual([
      { name: 'Omar', email: 'omar@example.com', phone: '1', role: null },
    ]);
  });

  it('is not made from an address alone', () => {
    expect(withFirstContact([], { email: 'omar@example.com' }, NONE)).toEqual([]);
    const whole = { ...NONE, name: 'Hejaz Steel', role: 'vendor' };
    expect(withFirstContact([], { email: 'omar@example.com' }, whole)).toEqual([]);
  });

  it('keeps what is not mentioned, and everyone else', () => {
    expect(withFirstContact([noura, fahad], { phone: '7' }, NONE)).toEqual([{ ...noura, phone: '7' }, fahad]);
    expect(withFirstContact([noura, fahad], { person: 'Huda' }, NONE)).toEqual([{ ...noura, name: 'Huda' }, fahad]);
    expect(withFirstContact([noura], { email: null }, NONE)).toEqual([{ ...noura, email: null }]);
  });

  it('goes when the person is cleared', () => {
    expect(withFirstContact([noura, fahad], { person: null }, NONE)).toEqual([fahad]);
    expect(withFirstContact([], { person: null, email: 'x@example.com' }, NONE)).toEqual([]);
  });
});
