import { omitUndefined } from '../../../common/records/given';
import { Field, ListQuery, MAX_COMMENT, Parameter, Rules } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import {
  BLOCK_TYPES,
  type BlockType,
  SETTABLE_STATUSES,
  type SettableStatus,
  VENDOR_STATUSES,
  type VendorStatus,
} from '../domain/lifecycle';
import { daysOf, DEFAULT_PAYMENT_TERMS, MAX_PAYMENT_TERMS } from '../domain/payment-terms';
import { WrittenVendor } from '../entities/vendor.entity';
import type { VendorInput } from '../vendor-input';
import { SORTABLE, type VendorFilter } from '../vendors.queries';
import { FORM_A_STATUSES, type FormAStatus, statusesFor, VENDOR_ALIASES } from './aliases';

const MAX_CONTACTS = 50;

export class ContactDto {
  @Field.text({ example: 'Noura Al-Harbi' }) name: string;
  @Field.email({ optional: true, nullable: true, example: 'noura@najd-paper.example' }) email?: string | null;
  @Field.text({ optional: true, nullable: true, max: 50, example: '+966 50 123 4567' }) phone?: string | null;
  @Field.text({ optional: true, nullable: true, example: 'Sales' }) role?: string | null;
}

class ContactsDto {
  @Field.objects(() => ContactDto, {
    optional: true,
    max: MAX_CONTACTS,
    description: 'If sent, they replace all contacts.',
  })
  contacts?: ContactDto[];

  toInput(): Pick<VendorInput, 'contacts'> {
    const contacts = this.contacts?.map(({ name, email = null, phone = null, role = null }) => ({
      name,
      email,
      phone,
      role,
    }));
    return omitUndefined({ contacts });
  }
}

class FirstContactDtoB {
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

  @Field.text({
    optional: true,
    description: `IMMEDIATE, or NET_ and days. Default for a new vendor: NET_${DEFAULT_PAYMENT_TERMS}.`,
    example: 'NET_30',
  })
  @Rules((value) =>
    typeof value === 'string' && daysOf(value) === undefined
      ? { key: 'vendor.payment_terms', params: { max: MAX_PAYMENT_TERMS } }
      : undefined,
  )
  payment_terms?: string;

  toInput(): VendorInput {
    const { contact_person: person, contact_email: email, contact_phone: phone, payment_terms: terms } = this;
    const paymentTerms = terms === undefined ? undefined : daysOf(terms);
    return { ...omitUndefined({ email, phone, paymentTerms }), firstContact: omitUndefined({ person, email, phone }) };
  }
}

const FORM_B = {
  omit: ['email', 'phone', 'paymentTerms'],
  aliases: VENDOR_ALIASES.b.fields,
  extending: FirstContactDtoB,
} as const;

export class CreateVendorDto extends RequestOf(WrittenVendor, { required: ['name'], extending: ContactsDto }) {}

export class CreateVendorDtoB extends RequestOf(WrittenVendor, { required: ['name'], ...FORM_B }) {}

/** Missing fields do not change. */
export class UpdateVendorDto extends RequestOf(WrittenVendor, { extending: ContactsDto }) {
  @Field.oneOf(SETTABLE_STATUSES, { optional: true, description: 'Cannot be set while the vendor is blocked.' })
  status?: SettableStatus;

  override toInput(): VendorInput {
    return { ...super.toInput(), ...omitUndefined({ status: this.status }) };
  }
}

export class UpdateVendorDtoB extends RequestOf(WrittenVendor, FORM_B) {
  @Field.oneOf(SETTABLE_STATUSES, { optional: true, description: 'Cannot be set while the vendor is blocked.' })
  status?: SettableStatus;

  override toInput(): VendorInput {
    return { ...super.toInput(), ...omitUndefined({ status: this.status }) };
  }
}

export class BlockVendorDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Repeatedly delivered expired goods.' }) reason: string;

  blockType(): BlockType {
    return 'block';
  }
}

export class BlockVendorDtoB extends BlockVendorDto {
  @Field.oneOf(BLOCK_TYPES, {
    optional: true,
    description: 'Default: block. Only an admin can unblock a blacklisted vendor.',
  })
  type?: BlockType;

  override blockType(): BlockType {
    return this.type ?? 'block';
  }
}

class VendorFilters extends ListQuery({ sortable: [...SORTABLE], search: 'names and e-mail', updated: true }) {
  @Parameter.text({
    description: 'The complete category. Case, accents and Arabic variants are ignored.',
    example: 'construction',
  })
  category?: string;

  @Parameter.currency({
    description: 'Vendors with this currency, ISO 4217.',
    example: 'SAR',
  })
  currency?: string;

  @Parameter.integer({ min: 0, max: 100, description: 'Vendors with at least this performance score.', example: 80 })
  min_score?: number;

  @Parameter.externalId() external_id?: string;

  protected filter(): VendorFilter {
    const { category, currency, min_score: minScore, external_id: externalId, search } = this;
    return { category, currency, updated: this.updated(), externalId, minScore, search };
  }
}

export class VendorListQuery extends VendorFilters {
  @Parameter.someOf(FORM_A_STATUSES, {
    description: '`blocked` includes blacklisted vendors.',
    example: 'active,inactive',
  })
  status?: FormAStatus[];

  @Parameter.text({
    description: 'The complete VAT number. Case, spaces and separators are ignored.',
    example: '300000000000003',
  })
  vat_number?: string;

  toFilter(): VendorFilter {
    return { ...this.filter(), statuses: this.status?.flatMap(statusesFor), vatNumber: this.vat_number };
  }
}

export class VendorListQueryB extends VendorFilters {
  @Parameter.someOf(VENDOR_STATUSES, { description: 'Vendors in this status.', example: 'active,inactive' })
  status?: VendorStatus[];

  @Parameter.text({
    description: 'The complete VAT number. Case, spaces and separators are ignored.',
    example: '300000000000003',
  })
  tax_number?: string;

  toFilter(): VendorFilter {
    return { ...this.filter(), statuses: this.status, vatNumber: this.tax_number };
  }
}
