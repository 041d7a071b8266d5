import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import { requireRule } from '../../../common/actor/abilities';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { DomainError, invalidField } from '../../../common/errors';
import type { Warning } from '../../../common/warnings';
import type { BudgetId, OrderId } from '../../../common/records/ids';
import { AuditLog, type Transaction, UnitOfWork } from '../../../platform/database';
import { type BudgetOverride, OrderProgressService } from '../../purchase-orders';
import { remainingTime } from '../../../platform/tracing';
import { BudgetsRepository } from '../budgets.repository';
import { requireCarrySource, requireCarryTarget } from '../domain/carry-forward';
import { carrying, type ReservedAndCommitted } from '../domain/ledger/postings';
import { BudgetControl } from '../ledger/budget-control';
import { BudgetEvents } from '../ledger/budget-events';
import { DocumentBudgets } from '../ledger/document-budgets.repository';
import { LedgerService } from '../ledger/ledger.service';
import { HOLDING_ORDERS } from './carry-forward.sql';

/** Maximum number of orders per call, so that a call takes a few seconds. */
const AT_ONCE = 500;

/**
 * Milliseconds of request time that the next order needs. This is the default lock timeout of a request. If the time
 * ended during an order, the response would be 503 without the list of moved orders.
 */
const FOR_ONE_ORDER = 5_000;

export interface CarryRequest {
  readonly toBudgetId: BudgetId;
  /** Allows orders although the budget is exceeded. Needs `admin` and comments. */
  readonly overrideBudget?: boolean | undefined;
  readonly comments: string | null;
}

/** An order with a reservation or commitment in the budget. */
interface HoldingOrder {
  readonly id: OrderId;
  readonly po_number: string;
}

export interface MovedOrder extends HoldingOrder, ReservedAndCommitted {
  readonly warnings: readonly Warning[];
}

export interface CarriedForward {
  readonly currency: string;
  readonly moved: readonly MovedOrder[];
  /** Orders that stay, with the reason. */
  readonly left: readonly (HoldingOrder & { readonly refusal: DomainError })[];
  /** Orders that this call did not process. */
  readonly remaining: number;
}

/**
 * Moves the reservations and commitments of open orders to the next year's budget. Spent amounts stay. Each order has
 * its own transaction, so that a rejected order does not affect the others and the call can be repeated.
 */
@Injectable()
export class CarryForwardService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly budgets: BudgetsRepository,
    private readonly documents: DocumentBudgets,
    private readonly control: BudgetControl,
    private readonly ledger: LedgerService,
    private readonly events: BudgetEvents,
    private readonly orders: OrderProgressService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY for an override without `admin`, VALIDATION_ERROR on
   * `to_budget_id` or `comments`, INVALID_STATUS for a budget that is neither closed nor frozen
   */
  async carryForward(actor: Actor, id: BudgetId, request: CarryRequest): Promise<CarriedForward> {
    if (request.overrideBudget && !request.comments) throw invalidField('comments', 'validation.required');
    const { currency, orders } = await this.begin(actor, id, request);
    let remaining = orders.length;
    const moved: MovedOrder[] = [];
    const left: CarriedForward['left'][number][] = [];
    for (const order of orders) {
      if (moved.length === AT_ONCE || remainingTime() < FOR_ONE_ORDER) break;
      remaining -= 1;
      try {
        const carried = await this.carry(actor, id, order.id, request);
        if (carried) moved.push({ ...order, ...carried });
      } catch (error) {
        if (!(error instanceof DomainError) || error.code === 'UNAUTHENTICATED') throw error;
        left.push({ ...order, refusal: error });
      }
    }
    return { currency, moved, left, remaining };
  }

  /** Saves the target budget and returns the orders to carry forward. */
  private async begin(actor: Actor, id: BudgetId, request: CarryRequest) {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { toBudgetId, overrideBudget: override = false, comments } = request;
      const { from } = await this.lock(tx, actor, id, request);
      if (from.carriedToId !== toBudgetId) {
        const now = this.clock.now();
        await this.budgets.update(tx, from, { carriedToId: toBudgetId }, now);
        await this.events.updated(tx, from, { carriedToId: toBudgetId }, now);
      }
      const details = { to_budget_id: toBudgetId, override_budget: override, comments };
      await this.audit.record(tx, actor, { action: 'carried_forward', entityType: 'budget', entityId: id, details });
      const orders = await tx.query<HoldingOrder>(HOLDING_ORDERS, [tx.tenantId, id]);
      return { currency: from.currency, orders };
    });
  }

  /** Undefined if the order has no amount in the budget any more. */
  private async carry(actor: Actor, id: BudgetId, orderId: OrderId, request: CarryRequest) {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { from, to } = await this.lock(tx, actor, id, request, orderId);
      const held = await this.documents.holding(tx, orderId, id);
      if (!held) return undefined;
      const { reserved, committed, expenseType } = held;
      const document = { orderId, invoiceId: null, expenseType };
      const over: BudgetOverride = { override: request.overrideBudget === true, comments: request.comments };
      const warnings = await this.control.grant(tx, actor, to, reserved.plus(committed), { document, over });
      const { leaving, entering } = carrying(held);
      await this.ledger.post(tx, actor, from, document, leaving);
      await this.ledger.post(tx, actor, to, document, entering);
      await this.audit.record(tx, actor, {
        action: 'carried_forward',
        entityType: 'purchase_order',
        entityId: orderId,
        details: {
          from_budget_id: from.id,
          to_budget_id: to.id,
          reserved: reserved.toFixed(),
          committed: committed.toFixed(),
        },
      });
      return { reserved, committed, warnings };
    });
  }

  /** Checks the token, locks the order if given and both budgets, and checks the rules of a carry-forward. */
  private async lock(tx: Transaction, actor: Actor, id: BudgetId, request: CarryRequest, orderId?: OrderId) {
    const { toBudgetId, overrideBudget } = request;
    await Promise.all([this.authority.recheckToken(tx, actor), orderId && this.orders.hold(tx, orderId)]);
    const { first: from, second } = await this.budgets.lockBoth(tx, id, toBudgetId);
    if (overrideBudget) requireRule(actor, 'purchase_orders.override_budget');
    const to = requireCarryTarget(from, second);
    requireCarrySource(from);
    return { from, to };
  }
}
