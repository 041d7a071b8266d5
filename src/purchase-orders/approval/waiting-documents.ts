import { Injectable } from '@nestjs/common';
import type { ApprovalDocuments, DecidedDocument, DocumentDecision } from '../../approvals';
import type { Actor } from '../../common/actor';
import type { OrderId } from '../../common/records/ids';
import { AmendmentsQueries } from '../amendments/amendments.queries';
import { AmendmentsService } from '../amendments/amendments.service';
import { ORDER_STATUS_WORDS, ORDER_WORDS_B } from '../http/form-b/words';
import { OrderApprovalService } from './approval.service';
import { AMENDMENTS, ORDERS } from './waiting-documents.sql';

/** Orders, as the list of what waits and a call that decides several documents see them. */
@Injectable()
export class WaitingOrders implements ApprovalDocuments {
  readonly sql = ORDERS;
  readonly words = { b: ORDER_WORDS_B };

  constructor(private readonly approval: OrderApprovalService) {}

  /** @throws DomainError as {@link OrderApprovalService.approve} and `reject` */
  async decide(actor: Actor, { id, step, outcome, comments }: DocumentDecision): Promise<DecidedDocument> {
    const orderId = id as OrderId;
    const { order, warnings = [] } =
      outcome === 'approve'
        ? await this.approval.approve(actor, orderId, { comments, step })
        : await this.approval.reject(actor, orderId, { reason: comments ?? '', step });
    return { currentStep: order.current_step, warnings };
  }
}

/** Amendments, likewise. */
@Injectable()
export class WaitingAmendments implements ApprovalDocuments {
  readonly sql = AMENDMENTS;
  readonly words = ORDER_STATUS_WORDS;

  constructor(
    private readonly amendments: AmendmentsService,
    private readonly queries: AmendmentsQueries,
  ) {}

  /** @throws DomainError as {@link AmendmentsService.approve} and `reject` */
  async decide(actor: Actor, { id, step, outcome, comments }: DocumentDecision): Promise<DecidedDocument> {
    const orderId = await this.queries.orderOf(actor.tenantId, id);
    const { amendment, warnings = [] } =
      outcome === 'approve'
        ? await this.amendments.approve(actor, orderId, id, { comments, step })
        : await this.amendments.reject(actor, orderId, id, { reason: comments ?? '', step });
    return { currentStep: amendment.current_step, warnings };
  }
}
