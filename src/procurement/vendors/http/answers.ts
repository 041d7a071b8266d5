import type { Holder } from '../../../common/actor/abilities';
import { sayWarnings } from '../../../common/warnings';
import type { Language } from '../../../messages';
import { both, Out, versioned, WarningResponse } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { accountShownTo } from '../domain/bank-accounts';
import type { VendorContact } from '../domain/contacts';
import { codeOf } from '../domain/payment-terms';
import { ShownVendor } from '../entities/vendor.entity';
import { SUMMARY_FIELDS, type VendorDetail, type VendorSummaryRow } from '../vendors.queries';
import { toPerformanceResponse, VendorPerformanceResponse } from './performance';
import { FORM_A_STATUSES, formAStatus } from './words';

/** Of a vendor's bank account. */
export const SHOWN_ACCOUNT =
  'Whole for a user whose role has vendors.write, vendor_bank.verify or payments.write; for others four stars and its last four characters.';

/** A contact person of a vendor, the same in both forms. */
export class ContactResponse {
  @Out.text({ example: 'Noura Al-Harbi' }) name: string;
  @Out.text({ nullable: true, example: 'noura@najd-paper.example' }) email: string | null;
  @Out.text({ nullable: true, example: '+966 50 123 4567' }) phone: string | null;
  @Out.text({ nullable: true, example: 'Sales' }) role: string | null;
}

const toContactResponse = ({ name, email, phone, role }: VendorContact): ContactResponse => ({
  name,
  email,
  phone,
  role,
});

/** A vendor in Form A's list. */
export class VendorSummaryResponse extends ResponseOf(ShownVendor, {
  only: SUMMARY_FIELDS,
  omit: ['address', 'vatNumber', 'paymentTerms', 'status'],
}) {
  @Out.oneOf(FORM_A_STATUSES, { example: 'active' }) status: string;
}

/** A vendor in Form A. */
export class VendorResponse extends ResponseOf(ShownVendor, { omit: ['bankAccount', 'status'] }) {
  @Out.text({ nullable: true, description: SHOWN_ACCOUNT, example: 'SA0380000000608010167519' })
  bank_account: string | null;

  @Out.list(() => ContactResponse) contacts: ContactResponse[];
  @Out.oneOf(FORM_A_STATUSES, { example: 'active' }) status: string;
  @Out.object(() => VendorPerformanceResponse) performance: VendorPerformanceResponse;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** What Form B calls otherwise, beside Form A's names. */
class OwnNamesB {
  @Out.text({ nullable: true, example: 'Noura Al-Harbi' }) contact_person: string | null;
  @Out.text({ nullable: true, example: 'orders@najd-paper.example' }) contact_email: string | null;
  @Out.text({ nullable: true, example: '+966 11 234 5678' }) contact_phone: string | null;
  @Out.text({ nullable: true, example: '310122393500003' }) tax_number: string | null;
  @Out.text({ example: 'NET_30' }) payment_terms: string;
}

const SUMMARY_B = ResponseOf(ShownVendor, { only: SUMMARY_FIELDS, omit: ['vatNumber', 'paymentTerms'] });
const DETAILS_B = ResponseOf(ShownVendor, { omit: ['bankAccount', 'paymentTerms'] });

/** A vendor in Form B's list. */
export class VendorSummaryResponseB extends both(SUMMARY_B, OwnNamesB) {}

/** A vendor in Form B. */
export class VendorResponseB extends both(DETAILS_B, OwnNamesB) {
  @Out.text({ nullable: true, description: SHOWN_ACCOUNT, example: 'SA0380000000608010167519' })
  bank_account: string | null;

  @Out.list(() => ContactResponse) contacts: ContactResponse[];
  @Out.object(() => VendorPerformanceResponse) performance: VendorPerformanceResponse;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export function toSummaryResponse(vendor: VendorSummaryRow): VendorSummaryResponse {
  return Object.assign(VendorSummaryResponse.from(vendor), { status: formAStatus(vendor.status) });
}

export function toSummaryResponseB(vendor: VendorSummaryRow): VendorSummaryResponseB {
  return Object.assign(VendorSummaryResponseB.from(vendor), ownNamesB(vendor));
}

/**
 * @param reader to whom the response is shown
 * @param language of the warnings; a response without any needs none
 */
export function toVendorResponse(detail: VendorDetail, reader: Holder, language: Language = 'en'): VendorResponse {
  const { vendor } = detail;
  const response = Object.assign(VendorResponse.from(vendor), {
    status: formAStatus(vendor.status),
    ...othersOf(detail, reader, language),
  });
  return versioned(response, vendor.version);
}

/** The same in Form B. */
export function toVendorResponseB(detail: VendorDetail, reader: Holder, language: Language = 'en'): VendorResponseB {
  const { vendor } = detail;
  const response = Object.assign(VendorResponseB.from(vendor), ownNamesB(vendor), othersOf(detail, reader, language));
  return versioned(response, vendor.version);
}

function ownNamesB(vendor: VendorSummaryRow): OwnNamesB {
  return {
    contact_person: vendor.contacts[0]?.name ?? null,
    contact_email: vendor.email,
    contact_phone: vendor.phone,
    tax_number: vendor.vatNumber,
    payment_terms: codeOf(vendor.paymentTerms),
  };
}

/** What both forms show that is not a field of the vendor as it is stored. */
function othersOf({ vendor, performance, warnings = [] }: VendorDetail, reader: Holder, language: Language) {
  return {
    bank_account: accountShownTo(reader, vendor.bankAccount),
    contacts: vendor.contacts.map(toContactResponse),
    performance: toPerformanceResponse(vendor.id, performance),
    ...sayWarnings(warnings, language),
  };
}
