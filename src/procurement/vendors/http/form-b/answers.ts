import type { Metadata } from '../../../../common/records/external';
import { Out, WarningResponse } from '../../../../platform/http';
import { VENDOR_STATUSES } from '../../domain/lifecycle';
import { ContactResponse, SHOWN_ACCOUNT, VendorPerformanceResponse } from '../answers';

/** A vendor in Form B's list: Form A's names, and those that Form B's input uses. */
export class VendorSummaryResponseB {
  @Out.id() id: number;
  @Out.text({ example: 'Najd Steel Company' }) name: string;
  @Out.text({ nullable: true, example: 'orders@najd-paper.example' }) email: string | null;
  @Out.text({ nullable: true, example: '+966 11 234 5678' }) phone: string | null;
  @Out.text({ nullable: true, example: 'Noura Al-Harbi' }) contact_person: string | null;
  @Out.text({ nullable: true, example: 'orders@najd-paper.example' }) contact_email: string | null;
  @Out.text({ nullable: true, example: '+966 11 234 5678' }) contact_phone: string | null;
  @Out.text({ nullable: true, example: 'King Fahd Road, Riyadh' }) address: string | null;
  @Out.text({ nullable: true, example: '310122393500003' }) tax_number: string | null;
  @Out.text({ example: 'NET_30' }) payment_terms: string;
  @Out.oneOf(VENDOR_STATUSES, { example: 'active' }) status: string;
  @Out.text({ nullable: true, example: 'Office supplies' }) category: string | null;
  @Out.integer({ description: '0 to 100.', example: 92 }) performance_score: number;
  @Out.integer({ description: 'Approved and completed ones.', example: 12 }) total_orders: number;
  @Out.amount({ description: "Of those orders, the ones in the vendor's currency." }) total_spend: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
}

export class VendorResponseB extends VendorSummaryResponseB {
  @Out.text({ nullable: true, example: 'شركة نجد للورق' }) name_ar: string | null;
  @Out.text({ nullable: true, example: '310122393500003' }) vat_number: string | null;
  @Out.text({ nullable: true, example: '1010123456' }) cr_number: string | null;
  @Out.currency({ nullable: true, description: "The tenant's when null." }) currency: string | null;
  @Out.text({ nullable: true, example: 'Saudi National Bank' }) bank_name: string | null;
  @Out.text({ nullable: true, description: SHOWN_ACCOUNT, example: 'SA0380000000608010167519' })
  bank_account: string | null;
  @Out.list(() => ContactResponse) contacts: ContactResponse[];
  @Out.text({ nullable: true, example: null }) blocked_reason: string | null;
  @Out.timestamp({ nullable: true, example: null }) blocked_at: string | null;
  @Out.object(() => VendorPerformanceResponse) performance: VendorPerformanceResponse;
  @Out.timestamp() updated_at: string;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}
