import { ListQuery, Parameter } from '../../../http';
import { SORTABLE, type VendorFilter } from '../../vendors.queries';
import { FORM_A_STATUSES, type FormAStatus, statusesFor } from './status';

/** Filters, sort and page of Form A's list. */
export class VendorListQuery extends ListQuery({ sortable: [...SORTABLE], search: 'names and e-mail' }) {
  @Parameter.oneOf(FORM_A_STATUSES, { description: 'blocked finds blacklisted vendors too.' }) status?: FormAStatus;
  @Parameter.text({ description: 'The whole category.' }) category?: string;
  @Parameter.integer({ min: 0, max: 100, description: 'Performance score of at least this.' }) min_score?: number;

  toFilter(): VendorFilter {
    return {
      ...(this.status !== undefined && { statuses: statusesFor(this.status) }),
      ...(this.category !== undefined && { category: this.category }),
      ...(this.min_score !== undefined && { minScore: this.min_score }),
      ...(this.search !== undefined && { search: this.search }),
    };
  }
}
