import { Get, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { hasAbility } from '../../../common/actor/abilities';
import { type FieldMessages, invalid } from '../../../common/errors';
import type { Language } from '../../../messages';
import type { Page } from '../../../common/lists/page';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Examples,
  Field,
  type Form,
  ListQuery,
  MAX_COMMENT,
  OutsideTransaction,
  Parameter,
  Query,
  Requires,
} from '../../../platform/http';
import { OutcomesResponse, toOutcomesResponse, toPendingResponse, WaitingResponse } from './answers';
import { DecisionsService, type OneDecision } from './decisions.service';
import { type InboxFilter, InboxQueries } from './inbox.queries';
import { ApprovalPorts, DOCUMENT_TYPES, type DocumentType } from './ports';

const MAX_DECISIONS = 100;
const OUTCOMES = ['approve', 'reject'] as const;

class ApprovalsQuery extends ListQuery({ sortable: ['since'], defaultOrder: 'asc' }) {
  @Parameter.boolean({ description: 'Only documents that the user of the token may decide.', example: true })
  mine?: boolean;
  @Parameter.oneOf(DOCUMENT_TYPES, { description: 'Documents of this type.', example: 'purchase_order' })
  type?: DocumentType;

  @Parameter.id({ description: 'Documents of this department.', example: 1 }) department_id?: number;

  toFilter(): InboxFilter {
    return { mine: this.mine ?? false, type: this.type, departmentId: this.department_id };
  }
}

class DecisionDto {
  @Field.oneOf(DOCUMENT_TYPES) type: DocumentType;
  @Field.id({ description: 'Id of the document.' }) id: number;

  @Field.integer({
    optional: true,
    min: 1,
    max: 1000,
    description:
      'The step that you decide. The decision is rejected if it is not the current step. Default: the current step.',
  })
  step?: number;

  @Field.oneOf(OUTCOMES) outcome: (typeof OUTCOMES)[number];

  @Field.text({
    optional: true,
    nullable: true,
    max: MAX_COMMENT,
    multiline: true,
    description: 'Required for a rejection: the reason.',
    example: 'Within budget.',
  })
  comments?: string | null;
}

class DecisionsDto {
  @Field.objects(() => DecisionDto, { min: 1, max: MAX_DECISIONS }) decisions: DecisionDto[];

  /** @throws DomainError VALIDATION_ERROR on `comments` of each rejection without a reason */
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

/** Examples that work in the demo tenant: a pending order and a pending amendment. */
const INBOX_EXAMPLES = {
  decide: {
    bodies: {
      'An order and an amendment': {
        decisions: [
          { type: 'purchase_order', id: 4, step: 1, outcome: 'approve', comments: 'Within budget.' },
          { type: 'amendment', id: 1, outcome: 'reject', comments: 'The first pour is not done.' },
        ],
      },
    },
  },
};

@BothForms('approvals', 'Approvals')
export class InboxController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly decisions: DecisionsService,
    private readonly ports: ApprovalPorts,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(WaitingResponse, {
    summary: 'List pending approvals',
    description:
      'With `mine=true`, lists the documents whose `pending_approvers` contain the user of the token. Otherwise lists all pending documents of the tenant. Longest pending first.',
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ApprovalsQuery,
    @CurrentLanguage() language: Language,
  ): Promise<Page<WaitingResponse>> {
    const { tenantId, userId } = actor;
    const reader = { tenantId, userId, admin: hasAbility(actor, 'approvals.decide_any_step') };
    const page = await this.inbox.list(reader, query.toFilter(), query.toPageRequest());
    return page.map((document) => toPendingResponse(document, language));
  }

  @Post('decide')
  @Examples(INBOX_EXAMPLES.decide)
  @Requires('approve', 'none')
  @OutsideTransaction()
  @Answers(OutcomesResponse, {
    summary: 'Approve or reject several documents',
    description:
      "Takes up to 100 decisions in order, each in its own transaction and like the document's own endpoint. A refused decision does not affect the others; its `error` is that endpoint's error. An Idempotency-Key makes the request safe to repeat. Without a key, send `step`: a repeated decision is then refused instead of deciding the next step.",
  })
  async decide(
    @CurrentActor() actor: Actor,
    @Body() body: DecisionsDto,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OutcomesResponse> {
    const outcomes = await this.decisions.decide(actor, body.toDecisions());
    return toOutcomesResponse(outcomes, this.ports, { form, language });
  }
}
