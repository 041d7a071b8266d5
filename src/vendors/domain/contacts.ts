/** Someone to call at a vendor. */
export interface VendorContact {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: string | null;
}

/** What Form B says of the one contact it knows; what it does not mention is undefined, what it clears null. */
export interface ContactChange {
  readonly person?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

/**
 * The contacts after a change of the first one, its role and all further contacts untouched. A contact has a name, so
 * an address alone makes none, and clearing the person removes the first one.
 * @param vendor the vendor's own e-mail and phone, which a new first contact starts with
 */
export function withFirstContact(
  contacts: readonly VendorContact[],
  change: ContactChange,
  vendor: { readonly email: string | null; readonly phone: string | null },
): readonly VendorContact[] {
  const [first, ...others] = contacts;
  if (change.person === null) return others;
  // Named one by one: whoever passes a whole vendor must not lend its name to a contact.
  const base = first ?? { name: undefined, email: vendor.email, phone: vendor.phone, role: null };
  const name = change.person ?? base.name;
  if (name === undefined) return contacts;
  const { email = base.email, phone = base.phone } = change;
  return [{ name, email, phone, role: base.role }, ...others];
}
