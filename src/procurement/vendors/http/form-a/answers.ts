import type { Metadata } from '../../../../common/records/external';
import { Out, WarningResponse } from '../../../../platform/http';
import { ContactResponse, SHOWN_ACCOUNT, VendorPerformanceResponse } from '../answers';
import { FORM_A_STATUSES } from '../words';

/** A vendor in Form A's list. */
export class VendorSummaryResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Najd Steel Company' }) name: string;
  @Out.text({ nullable: true, example: 'orders@najd-paper.example' }) email: string | null;
  @Out.text({ nullable: true, example: '+966 11 234 5678' }) phone: string | null;
  @Out.oneOf(FORM_A_STATUSES, { example: 'active' }) status: string;
  @Out.text({ nullable: true, example: 'Office supplies' }) category: string | null;
  @Out.integer({ description: '0 to 100.', example: 92 }) performance_score: number;
  @Out.integer({ description: 'Approved and completed ones.', example: 12 }) total_orders: number;
  @Out.amount({ description: "Of those orders, the ones in the vendor's currency." }) total_spend: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
}

export class VendorResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Najd Steel Company' }) name: string;
  @Out.text({ nullable: true, example: 'شركة نجد للورق' }) name_ar: string | null;
  @Out.text({ nullable: true, example: 'orders@najd-paper.example' }) email: string | null;
  @Out.text({ nullable: true, example: '+966 11 234 5678' }) phone: string | null;
  @Out.text({ nullable: true, example: 'King Fahd Road, Riyadh' }) address: string | null;
  @Out.text({ nullable: true, example: '310122393500003' }) vat_number: string | null;
  @Out.text({ nullable: true, example: '1010123456' }) cr_number: string | null;
  @Out.text({ nullable: true, example: 'Office supplies' }) category: string | null;
  @Out.integer({ description: 'Days.', example: 30 }) payment_terms: number;
  @Out.currency({ nullable: true, description: "The tenant's when null." }) currency: string | null;
  @Out.text({ nullable: true, example: 'Saudi National Bank' }) bank_name: string | null;
  @Out.text({ nullable: true, description: SHOWN_ACCOUNT, example: 'SA0380000000608010167519' })
  bank_account: string | null;
  @Out.list(() => ContactResponse) contacts: ContactResponse[];
  @Out.oneOf(FORM_A_STATUSES, { example: 'active' }) status: string;
  @Out.text({ nullable: true, example: null }) blocked_reason: string | null;
  @Out.timestamp({ nullable: true, example: null }) blocked_at: string | null;
  @Out.integer({ description: '0 to 100.', example: 92 }) performance_score: number;
  @Out.integer({ description: 'Approved and completed ones.', example: 12 }) total_orders: number;
  @Out.amount({ description: "Of those orders, the ones in the vendor's currency." }) total_spend: number;
  @Out.object(() => VendorPerformanceResponse) performance: VendorPerformanceResponse;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}
