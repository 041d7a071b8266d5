import { type ExternalInput, newExternal } from '../../../common/records/external';
import type { SettableStatus } from './lifecycle';
import { DEFAULT_PAYMENT_TERMS } from './payment-terms';

/** A contact person of a vendor. */
export interface VendorContact {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: string | null;
}

/** Form B's fields of the first contact: undefined where left out, null where cleared. */
export interface ContactChange {
  readonly person?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

/** The fields of a vendor that a request gives, in neither form's words: undefined where left out, null where cleared. */
export interface VendorInput extends ExternalInput {
  readonly name?: string;
  readonly nameAr?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly address?: string | null;
  readonly vatNumber?: string | null;
  readonly crNumber?: string | null;
  readonly category?: string | null;
  /** Days. */
  readonly paymentTerms?: number;
  readonly currency?: string | null;
  readonly bankName?: string | null;
  readonly bankAccount?: string | null;
  /** Given, they replace the vendor's. */
  readonly contacts?: readonly VendorContact[];
  readonly status?: SettableStatus;
  /** The one contact that Form B knows. */
  readonly firstContact?: ContactChange;
}

/** A new vendor has a name; it is active unless it is said to be inactive. */
export type NewVendorInput = VendorInput & { readonly name: string };

/** Defaults for fields left out of a new vendor. */
const DEFAULTS = {
  nameAr: null,
  email: null,
  phone: null,
  address: null,
  vatNumber: null,
  crNumber: null,
  category: null,
  paymentTerms: DEFAULT_PAYMENT_TERMS,
  currency: null,
  status: 'active',
} as const;

/** The columns of a new vendor but for its bank details, with the defaults for what is left out. */
export function newVendor(input: NewVendorInput) {
  const { firstContact = {}, contacts = [], bankName: _name, bankAccount: _account, ...columns } = input;
  const blank = { ...DEFAULTS, ...columns, ...newExternal(input) };
  return { ...blank, contacts: withFirstContact(contacts, firstContact, blank) };
}

/**
 * The contacts after a change of the first one; its role and all further contacts stay. A contact needs a name: an e-mail or
 * phone alone adds no contact, and clearing the person removes the first one.
 * @param vendor its own e-mail and phone, which a new first contact gets where the change names none
 */
export function withFirstContact(
  contacts: readonly VendorContact[],
  change: ContactChange,
  vendor: { readonly email: string | null; readonly phone: string | null },
): readonly VendorContact[] {
  const [first, ...others] = contacts;
  if (change.person === null) return others;
  // Named one by one: a caller that passes a whole vendor must not give a contact the vendor's name.
  const base = first ?? { name: undefined, email: vendor.email, phone: vendor.phone, role: null };
  const name = change.person ?? base.name;
  if (name === undefined) return contacts;
  const { email = base.email, phone = base.phone } = change;
  return [{ name, email, phone, role: base.role }, ...others];
}
