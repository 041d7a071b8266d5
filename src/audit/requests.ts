import type { UserId } from '../common/records/ids';
import { ListQuery, Parameter } from '../http';

export class AuditQuery extends ListQuery({ sortable: ['occurred_at'] }) {
  @Parameter.text({ description: 'purchase_order, vendor, invoice, budget, user, token, settings, ...', max: 50 })
  entity_type?: string;

  @Parameter.id() entity_id?: number;
  @Parameter.text({ description: 'created, updated, submitted, approved, ...', max: 50 }) action?: string;
  @Parameter.id() user_id?: UserId;
  @Parameter.id() token_id?: number;
  @Parameter.text({ description: 'The X-Request-Id of the request that did it.', max: 128 }) request_id?: string;
  @Parameter.day({ description: 'First day, UTC.' }) from_date?: string;
  @Parameter.day({ description: 'Last day, UTC.' }) to_date?: string;
}
