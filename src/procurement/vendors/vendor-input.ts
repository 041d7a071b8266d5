import { newExternal } from '../../common/records/external';
import { type Input, withDefaults } from '../../platform/records';
import { type ContactChange, type VendorContact, withFirstContact } from './domain/contacts';
import type { SettableStatus } from './domain/lifecycle';
import { WrittenVendor } from './entities/vendor.entity';

interface OtherInput {
  /** Given, they replace the vendor's. */
  readonly contacts?: readonly VendorContact[];
  readonly status?: SettableStatus;
  /** The one contact that Form B knows. */
  readonly firstContact?: ContactChange;
}

/** The fields of a vendor that a request gives, in neither form's words: undefined where left out, null where cleared. */
export type VendorInput = Input<WrittenVendor> & OtherInput;

/** A new vendor has a name; it is active unless it is said to be inactive. */
export type NewVendorInput = Input<WrittenVendor, 'name'> & OtherInput;

/** The columns of a new vendor but for its bank details, with the defaults for what is left out. */
export function newVendor(input: NewVendorInput) {
  const { firstContact = {}, contacts = [], status = 'active' } = input;
  const { bankName: _name, bankAccount: _account, ...columns } = withDefaults(WrittenVendor, input);
  const blank = { ...columns, ...newExternal(input), status };
  return { ...blank, contacts: withFirstContact(contacts, firstContact, blank) };
}
