import type { UserId } from '../../common/records/ids';
import { InputError, ListQuery, Parameter } from '../../platform/http';

const ENTITY = /^([a-z_]{1,50}):([1-9]\d{0,15})$/;

export class AuditQuery extends ListQuery({ sortable: ['occurred_at'] }) {
  @Parameter.text({ description: 'purchase_order, vendor, invoice, budget, user, token, settings, ...', max: 50 })
  entity_type?: string;

  @Parameter.id({ description: 'Id of the record; use it with `entity_type`.', example: 7 }) entity_id?: number;

  @Parameter.text({
    description: 'Kind and id in one parameter: `purchase_order:7`.',
    example: 'purchase_order:7',
    max: 70,
  })
  entity?: string;

  @Parameter.text({ description: 'created, updated, submitted, approved, refused, exported, ...', max: 50 })
  action?: string;

  @Parameter.id({ description: 'Only actions of this user.', example: 1 }) user_id?: UserId;
  @Parameter.id({ description: 'Only actions of this token.', example: 1 }) token_id?: number;
  @Parameter.text({ description: 'The X-Request-Id of the request.', max: 128 }) request_id?: string;
  @Parameter.day({ description: 'First day, UTC.' }) from_date?: string;
  @Parameter.day({ description: 'Last day, UTC.' }) to_date?: string;
  @Parameter.bom() bom?: boolean;

  /** @throws InputError on `entity` */
  toFilter(): AuditFilter {
    return { ...this, ...this.ofEntity() };
  }

  private ofEntity(): Pick<AuditFilter, 'entity_type' | 'entity_id'> {
    if (this.entity === undefined) return {};
    const [, entity_type, id] = ENTITY.exec(this.entity) ?? [];
    if (!entity_type) throw new InputError('query', { entity: [{ key: 'audit.entity' }] });
    return { entity_type, entity_id: Number(id) };
  }
}

/** Both days are included. */
export type AuditFilter = Pick<
  AuditQuery,
  'entity_type' | 'entity_id' | 'action' | 'user_id' | 'token_id' | 'request_id' | 'from_date' | 'to_date'
>;
