import type { UserId } from '../../../common/records/ids';
import { Field, ListQuery } from '../../../platform/http';

/** Whom to lend one's approvals to, and for which days. */
export class DelegationIn {
  @Field.id({ description: 'Who may decide in their place.' }) delegate_id: UserId;
  @Field.day({ description: 'First day, UTC, inclusive.' }) from: string;
  @Field.day({ description: 'Last day, UTC, inclusive. It ends by itself.' }) to: string;
}

export class DelegationListQuery extends ListQuery({ sortable: ['from', 'to', 'created_at'] }) {}
