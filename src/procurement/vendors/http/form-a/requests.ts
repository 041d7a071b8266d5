import { given } from '../../../../common/records/given';
import { ExternalDto, externalOf, Field, ListQuery, MAX_COMMENT, Parameter } from '../../../../platform/http';
import { BankAccount, CR_NUMBER, VAT_NUMBER } from '../requests';
import { SETTABLE_STATUSES, type SettableStatus } from '../../domain/lifecycle';
import { DEFAULT_PAYMENT_TERMS, MAX_PAYMENT_TERMS } from '../../domain/payment-terms';
import type { NewVendorInput, VendorInput } from '../../domain/vendor-input';
import { SORTABLE, type VendorFilter } from '../../vendors.queries';
import { FORM_A_STATUSES, type FormAStatus, statusesFor } from '../words';

const MAX_CONTACTS = 50;

/** Someone to call. */
export class ContactDto {
  @Field.text({ example: 'Noura Al-Harbi' }) name: string;
  @Field.email({ optional: true, nullable: true, example: 'noura@najd-paper.example' }) email?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50, example: '+966 50 123 4567' }) phone?: string | null;
  @Field.text({ optional: true, nullable: true, example: 'Sales' }) role?: string | null;
}

class VendorFieldsDto extends ExternalDto {
  @Field.text({ optional: true, nullable: true, example: 'شركة نجد للورق' }) name_ar?: string | null;
  @Field.email({ optional: true, nullable: true, example: 'orders@najd-paper.example' }) email?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50, example: '+966 11 234 5678' }) phone?: string | null;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'King Fahd Road, Riyadh' })
  address?: string | null;

  @Field.text(VAT_NUMBER) vat_number?: string | null;
  @Field.text(CR_NUMBER) cr_number?: string | null;
  @Field.text({ optional: true, nullable: true, example: 'Office supplies' }) category?: string | null;

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

  @Field.text({ optional: true, nullable: true, example: 'Saudi National Bank' }) bank_name?: string | null;
  @BankAccount() bank_account?: string | null;

  @Field.objects(() => ContactDto, {
    optional: true,
    max: MAX_CONTACTS,
    description: 'Given, they replace the others.',
  })
  contacts?: ContactDto[];
}

/** A new vendor. */
export class CreateVendorDto extends VendorFieldsDto {
  @Field.text({ example: 'Najd Steel Company' }) name: string;

  toInput(): NewVendorInput {
    return { ...vendorFields(this), name: this.name };
  }
}

/** Changes of a vendor; what is left out stays. */
export class UpdateVendorDto extends VendorFieldsDto {
  @Field.text({ optional: true }) name?: string;

  @Field.oneOf(SETTABLE_STATUSES, { optional: true, description: 'Not while the vendor is blocked.' })
  status?: SettableStatus;

  toInput(): VendorInput {
    return { ...vendorFields(this), ...given<VendorInput>({ name: this.name, status: this.status }) };
  }
}

/** Filters, sort and page of Form A's list. */
export class VendorListQuery extends ListQuery({
  sortable: [...SORTABLE],
  search: 'names and e-mail',
  updated: true,
}) {
  @Parameter.someOf(FORM_A_STATUSES, {
    description: '`blocked` finds blacklisted vendors too.',
    example: 'active,inactive',
  })
  status?: FormAStatus[];

  @Parameter.text({
    description: 'The whole category, in any spelling: case, accents and Arabic variants do not matter.',
    example: 'construction',
  })
  category?: string;

  @Parameter.text({
    description: 'The whole VAT number; case, spaces and signs between do not count.',
    example: '300000000000003',
  })
  vat_number?: string;

  @Parameter.currency({
    description: 'Vendors whose own currency this is, ISO 4217.',
    example: 'SAR',
  })
  currency?: string;

  @Parameter.integer({ min: 0, max: 100, description: 'Performance score of at least this.', example: 80 })
  min_score?: number;

  @Parameter.externalId() external_id?: string;

  toFilter(): VendorFilter {
    const { category, currency, min_score: minScore, search } = this;
    const statuses = this.status?.flatMap(statusesFor);
    return {
      statuses,
      category,
      vatNumber: this.vat_number,
      currency,
      updated: this.updated(),
      externalId: this.external_id,
      minScore,
      search,
    };
  }
}

function vendorFields(body: VendorFieldsDto): VendorInput {
  const fields = given<VendorInput>({
    nameAr: body.name_ar,
    email: body.email,
    phone: body.phone,
    address: body.address,
    vatNumber: body.vat_number,
    crNumber: body.cr_number,
    category: body.category,
    paymentTerms: body.payment_terms,
    currency: body.currency,
    bankName: body.bank_name,
    bankAccount: body.bank_account,
    contacts: body.contacts?.map(({ name, email = null, phone = null, role = null }) => ({ name, email, phone, role })),
  });
  return { ...externalOf(body), ...fields };
}
