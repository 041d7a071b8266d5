import { invalid, type FieldMessages } from '../../../common/errors';
import { Field, ListQuery, MAX_COMMENT, Parameter } from '../../../platform/http';
import type { OneDecision } from './decisions.service';
import type { InboxFilter } from './inbox.queries';
import { DOCUMENT_TYPES, type DocumentType } from './ports';

const MAX_DECISIONS = 100;
const OUTCOMES = ['approve', 'reject'] as const;

export class ApprovalsQuery extends ListQuery({ sortable: ['since'], defaultOrder: 'asc' }) {
  @Parameter.boolean({ description: 'What waits for the user of the token alone.', example: true }) mine?: boolean;
  @Parameter.oneOf(DOCUMENT_TYPES, { description: 'Documents of this kind.', example: 'purchase_order' })
  type?: DocumentType;

  @Parameter.id({ description: 'What waits in this department.', example: 1 }) department_id?: number;

  toFilter(): InboxFilter {
    return { mine: this.mine ?? false, type: this.type, departmentId: this.department_id };
  }
}

/** A decision about one document. */
export class DecisionDto {
  @Field.oneOf(DOCUMENT_TYPES) type: DocumentType;
  @Field.id({ description: 'The document.' }) id: number;

  @Field.integer({
    optional: true,
    min: 1,
    max: 1000,
    description: 'The step that is meant; refused when another one’s turn has come. Left out: the current one.',
  })
  step?: number;

  @Field.oneOf(OUTCOMES) outcome: (typeof OUTCOMES)[number];

  @Field.text({
    optional: true,
    nullable: true,
    max: MAX_COMMENT,
    multiline: true,
    description: 'Required to reject: the reason.',
    example: 'Within budget.',
  })
  comments?: string | null;
}

/** Decisions, taken in this order. */
export class DecisionsDto {
  @Field.objects(() => DecisionDto, { min: 1, max: MAX_DECISIONS }) decisions: DecisionDto[];

  /** @throws DomainError VALIDATION_ERROR on the comments of each rejection without them */
  toDecisions(): readonly OneDecision[] {
    const silent = this.decisions.flatMap(
      ({ outcome, comments }, index): (readonly [string, FieldMessages[string]])[] =>
        outcome === 'reject' && !comments ? [[`decisions.${index}.comments`, [{ key: 'validation.required' }]]] : [],
    );
    if (silent.length > 0) throw invalid(Object.fromEntries(silent));
    return this.decisions.map(({ type, id, step, outcome, comments = null }) => ({
      type,
      id,
      step,
      outcome,
      comments,
    }));
  }
}
