import type { ContactChange, VendorContact } from './contacts';
import type { SettableStatus } from './lifecycle';

/** The fields of a vendor that a request gives, in neither form's words: undefined where left out, null where cleared. */
export interface VendorInput {
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

/** A new vendor has a name. */
export type NewVendorInput = Omit<VendorInput, 'status'> & { readonly name: string };
