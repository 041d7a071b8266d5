import { Field, MAX_COMMENT } from '../../http';
import { ValidBankAccount } from '../bank-account-field';
import { SETTABLE_STATUSES, type SettableStatus } from '../domain/lifecycle';
import { DEFAULT_PAYMENT_TERMS, MAX_PAYMENT_TERMS } from '../domain/payment-terms';
import type { NewVendorInput, VendorInput } from '../vendor-input';

const MAX_CONTACTS = 50;

/** Someone to call. */
export class ContactIn {
  @Field.text({ example: 'Noura Al-Harbi' })
  name: string;

  @Field.email({ optional: true, nullable: true, example: 'noura@najd-paper.example' })
  email?: string | null;

  @Field.text({ optional: true, nullable: true, max: 50, example: '+966 50 123 4567' })
  phone?: string | null;

  @Field.text({ optional: true, nullable: true, example: 'Sales' })
  role?: string | null;
}

class VendorFieldsIn {
  @Field.text({ optional: true, nullable: true, example: 'شركة نجد للورق' })
  name_ar?: string | null;

  @Field.email({ optional: true, nullable: true, example: 'orders@najd-paper.example' })
  email?: string | null;

  @Field.text({ optional: true, nullable: true, max: 50, example: '+966 11 234 5678' })
  phone?: string | null;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, example: 'King Fahd Road, Riyadh' })
  address?: string | null;

  @Field.text({
    optional: true,
    nullable: true,
    max: 50,
    example: '310122393500003',
    description: 'Nobody else has it.',
  })
  vat_number?: string | null;

  @Field.text({ optional: true, nullable: true, max: 50, example: '1010123456', description: 'Nobody else has it.' })
  cr_number?: string | null;

  @Field.text({ optional: true, nullable: true, example: 'Office supplies' })
  category?: string | null;

  @Field.integer({
    min: 0,
    max: MAX_PAYMENT_TERMS,
    optional: true,
    description: `Days. ${DEFAULT_PAYMENT_TERMS} when a new vendor names none.`,
    example: 30,
  })
  payment_terms?: number;

  @Field.currency({ optional: true, nullable: true, description: "The tenant's when there is none." })
  currency?: string | null;

  @Field.text({ optional: true, nullable: true, example: 'Saudi National Bank' })
  bank_name?: string | null;

  @Field.text({
    optional: true,
    nullable: true,
    max: 64,
    description: 'What looks like an IBAN must be one.',
    example: 'SA0380000000608010167519',
  })
  @ValidBankAccount()
  bank_account?: string | null;

  @Field.objects(() => ContactIn, { optional: true, max: MAX_CONTACTS, description: 'Given, they replace the others.' })
  contacts?: ContactIn[];
}

/** A new vendor. */
export class CreateVendorIn extends VendorFieldsIn {
  @Field.text({ example: 'Najd Paper Co.' })
  name: string;

  toInput(): NewVendorInput {
    return { ...vendorFields(this), name: this.name };
  }
}

/** Changes of a vendor; what is left out stays. */
export class UpdateVendorIn extends VendorFieldsIn {
  @Field.text({ optional: true })
  name?: string;

  @Field.oneOf(SETTABLE_STATUSES, { optional: true, description: 'Not while the vendor is blocked.' })
  status?: SettableStatus;

  toInput(): VendorInput {
    return {
      ...vendorFields(this),
      ...(this.name !== undefined && { name: this.name }),
      ...(this.status !== undefined && { status: this.status }),
    };
  }
}

function vendorFields(body: VendorFieldsIn): VendorInput {
  return {
    ...(body.name_ar !== undefined && { nameAr: body.name_ar }),
    ...(body.email !== undefined && { email: body.email }),
    ...(body.phone !== undefined && { phone: body.phone }),
    ...(body.address !== undefined && { address: body.address }),
    ...(body.vat_number !== undefined && { vatNumber: body.vat_number }),
    ...(body.cr_number !== undefined && { crNumber: body.cr_number }),
    ...(body.category !== undefined && { category: body.category }),
    ...(body.payment_terms !== undefined && { paymentTerms: body.payment_terms }),
    ...(body.currency !== undefined && { currency: body.currency }),
    ...(body.bank_name !== undefined && { bankName: body.bank_name }),
    ...(body.bank_account !== undefined && { bankAccount: body.bank_account }),
    ...(body.contacts && {
      contacts: body.contacts.map(({ name, email = null, phone = null, role = null }) => ({
        name,
        email,
        phone,
        role,
      })),
    }),
  };
}
