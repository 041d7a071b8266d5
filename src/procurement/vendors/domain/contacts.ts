export interface VendorContact {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: string | null;
}

/** The first contact in Form B: missing fields are undefined, cleared fields null. */
export interface ContactChange {
  readonly person?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

/**
 * Changes the first contact; its role and all other contacts stay. A contact needs a name: an e-mail or phone alone
 * adds no contact, and clearing the person removes the first contact.
 * @param vendor defaults for the e-mail and phone of a new first contact
 */
export function withFirstContact(
  contacts: readonly VendorContact[],
  change: ContactChange,
  vendor: { readonly email: string | null; readonly phone: string | null },
): readonly VendorContact[] {
  const [first, ...others] = contacts;
  if (change.person === null) return others;
  // Listed explicitly: a caller may pass a complete vendor, whose name must not become the contact's name.
  const base = first ?? { name: undefined, email: vendor.email, phone: vendor.phone, role: null };
  const name = change.person ?? base.name;
  if (name === undefined) return contacts;
  const { email = base.email, phone = base.phone } = change;
  return [{ name, email, phone, role: base.role }, ...others];
}
