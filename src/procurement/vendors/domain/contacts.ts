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
