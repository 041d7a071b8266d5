import { ListQuery, Parameter } from '../../../http';
import { VENDOR_STATUSES, type VendorStatus } from '../../domain/lifecycle';
import { SORTABLE, type VendorFilter } from '../../vendors.queries';

/** Filters, sort and page of Form B's list. */
export class VendorListQueryB extends ListQuery({ sortable: [...SORTABLE], search: 'names and e-mail' }) {
  @Parameter.oneOf(VENDOR_STATUSES) status?: VendorStatus;
  @Parameter.text({ description: 'The whole category.' }) category?: string;
  @Parameter.integer({ min: 0, max: 100, description: 'Performance score of at least this.' }) min_score?: number;

  toFilter(): VendorFilter {
    return {
      ...(this.status !== undefined && { statuses: [this.status] }),
      ...(this.category !== undefined && { category: this.category }),
      ...(this.min_score !== undefined && { minScore: this.min_score }),
      ...(this.search !== undefined && { search: this.search }),
    };
  }
}
