import { newExternal } from '../../common/records/external';
import { type Input, withDefaults } from '../../platform/records';
import { type ContactChange, type VendorContact, withFirstContact } from './domain/contacts';
import type { SettableStatus } from './domain/lifecycle';
import { WrittenVendor } from './entities/vendor.entity';

interface OtherInput {
  /** If set, they replace all contacts. */
  readonly contacts?: readonly VendorContact[];
  readonly status?: SettableStatus;
  /** The first contact, as Form B sends it. */
  readonly firstContact?: ContactChange;
}

/** The fields of a request, independent of its form. Missing fields are undefined, cleared fields null. */
export type VendorInput = Input<WrittenVendor> & OtherInput;

/** A new vendor is active by default. */
export type NewVendorInput = Input<WrittenVendor, 'name'> & OtherInput;

/** The columns of a new vendor except bank details, with defaults. */
export function newVendor(input: NewVendorInput) {
  const { firstContact = {}, contacts = [], status = 'active' } = input;
  const { bankName: _name, bankAccount: _account, ...columns } = withDefaults(WrittenVendor, input);
  const blank = { ...columns, ...newExternal(input), status };
  return { ...blank, contacts: withFirstContact(contacts, firstContact, blank) };
}
