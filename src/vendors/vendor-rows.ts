import type { VendorContact } from './domain/contacts';
import type { VendorStatus } from './domain/lifecycle';
import type { VendorPerformance } from './ports';

/** A vendor in a list, as the read side answers it. */
export interface VendorSummaryRow {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly vat_number: string | null;
  readonly category: string | null;
  /** Days. */
  readonly payment_terms: number;
  readonly contacts: readonly VendorContact[];
  readonly status: VendorStatus;
  readonly performance_score: number;
  readonly total_orders: number;
  /** PostgreSQL's text of a numeric. */
  readonly total_spend: string;
  readonly created_at: Date;
}

/** A whole vendor. */
export interface VendorRow extends VendorSummaryRow {
  readonly name_ar: string | null;
  readonly cr_number: string | null;
  readonly currency: string | null;
  readonly bank_name: string | null;
  readonly bank_account: string | null;
  readonly blocked_reason: string | null;
  readonly blocked_at: Date | null;
  readonly updated_at: Date;
  /** Raised with every change; the ETag. */
  readonly version: number;
}

/** A vendor with how it has done. */
export interface VendorDetail {
  readonly vendor: VendorRow;
  readonly performance: VendorPerformance;
}
