import { given } from '../../../../common/records/given';
import { ExternalDto, externalOf, Field, ListQuery, MAX_COMMENT, Parameter, Rules } from '../../../../platform/http';
import { BankAccount, BlockVendorDto, CR_NUMBER, VAT_NUMBER } from '../requests';
import {
  BLOCK_TYPES,
  type BlockType,
  SETTABLE_STATUSES,
  type SettableStatus,
  VENDOR_STATUSES,
  type VendorStatus,
} from '../../domain/lifecycle';
import { daysOf, DEFAULT_PAYMENT_TERMS, MAX_PAYMENT_TERMS } from '../../domain/payment-terms';
import type { ContactChange, NewVendorInput, VendorInput } from '../../domain/vendor-input';
import { SORTABLE, type VendorFilter } from '../../vendors.queries';

class VendorFieldsDtoB extends ExternalDto {
  @Field.text({
    optional: true,
    nullable: true,
    description: 'Name of the first contact; null removes it.',
    example: 'Noura Al-Harbi',
  })
  contact_person?: string | null;

  @Field.email({
    optional: true,
    nullable: true,
    description: "The vendor's e-mail and the first contact's.",
    example: 'orders@najd-paper.example',
  })
  contact_email?: string | null;

  @Field.text({
    optional: true,
    nullable: true,
    max: 50,
    description: "The vendor's phone and the first contact's.",
    example: '+966 11 234 5678',
  })
  contact_phone?: string | null;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'King Fahd Road, Riyadh' })
  address?: string | null;

  @Field.text(VAT_NUMBER) tax_number?: string | null;

  @Field.text({
    optional: true,
    description: `IMMEDIATE, or NET_ and days. NET_${DEFAULT_PAYMENT_TERMS} when a new vendor names none.`,
    example: 'NET_30',
  })
  @Rules((value) =>
    typeof value === 'string' && daysOf(value) === undefined
      ? { key: 'vendor.payment_terms', params: { max: MAX_PAYMENT_TERMS } }
      : undefined,
  )
  payment_terms?: string;

  @Field.text({ optional: true, nullable: true, example: 'Office supplies' }) category?: string | null;
  @Field.text({ optional: true, nullable: true, example: 'شركة نجد للورق' }) name_ar?: string | null;
  @Field.text(CR_NUMBER) cr_number?: string | null;

  @Field.currency({ optional: true, nullable: true, description: "The tenant's when there is none." })
  currency?: string | null;

  @Field.text({ optional: true, nullable: true, example: 'Saudi National Bank' }) bank_name?: string | null;
  @BankAccount() bank_account?: string | null;
}

/** A new vendor. */
export class CreateVendorDtoB extends VendorFieldsDtoB {
  @Field.text({ example: 'Najd Steel Company' }) name: string;

  toInput(): NewVendorInput {
    return { ...vendorFields(this), name: this.name };
  }
}

/** Changes of a vendor; what is left out stays. */
export class UpdateVendorDtoB extends VendorFieldsDtoB {
  @Field.text({ optional: true }) name?: string;

  @Field.oneOf(SETTABLE_STATUSES, { optional: true, description: 'Not while the vendor is blocked.' })
  status?: SettableStatus;

  toInput(): VendorInput {
    return { ...vendorFields(this), ...given<VendorInput>({ name: this.name, status: this.status }) };
  }
}

/** Body of a block in Form B. */
export class BlockVendorDtoB extends BlockVendorDto {
  @Field.oneOf(BLOCK_TYPES, { optional: true, description: 'block when left out; only an admin lifts a blacklisting.' })
  type?: BlockType;

  override blockType(): BlockType {
    return this.type ?? 'block';
  }
}

/** Filters, sort and page of Form B's list. */
export class VendorListQueryB extends ListQuery({
  sortable: [...SORTABLE],
  search: 'names and e-mail',
  updated: true,
}) {
  @Parameter.someOf(VENDOR_STATUSES, { description: 'Vendors in this status.', example: 'active,inactive' })
  status?: VendorStatus[];

  @Parameter.text({
    description: 'The whole category, in any spelling: case, accents and Arabic variants do not matter.',
    example: 'construction',
  })
  category?: string;

  @Parameter.text({
    description: 'The whole VAT number; case, spaces and signs between do not count.',
    example: '300000000000003',
  })
  tax_number?: string;

  @Parameter.currency({
    description: 'Vendors whose own currency this is, ISO 4217.',
    example: 'SAR',
  })
  currency?: string;

  @Parameter.integer({ min: 0, max: 100, description: 'Performance score of at least this.', example: 80 })
  min_score?: number;

  @Parameter.externalId() external_id?: string;

  toFilter(): VendorFilter {
    const { status: statuses, category, currency, min_score: minScore, search } = this;
    return {
      statuses,
      category,
      vatNumber: this.tax_number,
      currency,
      updated: this.updated(),
      externalId: this.external_id,
      minScore,
      search,
    };
  }
}

function vendorFields(body: VendorFieldsDtoB): VendorInput {
  return {
    ...contactFields(body),
    ...externalOf(body),
    ...given<VendorInput>({
      address: body.address,
      vatNumber: body.tax_number,
      paymentTerms: body.payment_terms === undefined ? undefined : daysOf(body.payment_terms),
      category: body.category,
      nameAr: body.name_ar,
      crNumber: body.cr_number,
      currency: body.currency,
      bankName: body.bank_name,
      bankAccount: body.bank_account,
    }),
  };
}

function contactFields(body: VendorFieldsDtoB): VendorInput {
  const { contact_person: person, contact_email: email, contact_phone: phone } = body;
  return { ...given<VendorInput>({ email, phone }), firstContact: given<ContactChange>({ person, email, phone }) };
}
