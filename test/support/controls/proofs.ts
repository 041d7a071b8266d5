import type { Pool } from 'pg';
import type { Act, Actor, Operation } from './acts';

const BUYERS = ['procurement_manager', 'procurement_officer', 'department_head', 'finance_manager', 'requester'];
const FINANCE = ['finance_manager', 'finance_officer'];
const VENDORS = ['procurement_manager', 'procurement_officer', 'finance_manager'];
const RECEIVERS = ['procurement_manager', 'procurement_officer', 'department_head', 'requester'];
const RECORDERS = ['procurement_manager', 'procurement_officer', ...FINANCE];
const INVOICE_APPROVERS = [...RECORDERS, 'department_head'];

/**
 * The roles that have each operation in a new tenant, apart from `admin`. Written by hand, not derived from the code.
 * For operations that are missing here, the steps of the document decide.
 */
const MAY: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  'order.create': BUYERS,
  'order.change': BUYERS,
  'order.submit': BUYERS,
  'order.withdraw': BUYERS,
  'order.revise': BUYERS,
  'order.cancel': BUYERS,
  'order.close': BUYERS,
  'order.reopen': BUYERS,
  'order.amend': BUYERS,
  'amendment.withdraw': BUYERS,
  'receipt.record': RECEIVERS,
  'receipt.cancel': RECEIVERS,
  'receipt.return': RECEIVERS,
  'vendor.create': VENDORS,
  'vendor.change': VENDORS,
  'vendor.block': VENDORS,
  'vendor.unblock': VENDORS,
  'bank.enter': VENDORS,
  'bank.verify': FINANCE,
  'invoice.record': RECORDERS,
  'invoice.change': RECORDERS,
  'invoice.submit': RECORDERS,
  'invoice.withdraw': RECORDERS,
  'invoice.decide': INVOICE_APPROVERS,
  'invoice.void': INVOICE_APPROVERS,
  'invoice.credit': INVOICE_APPROVERS,
  'payment.record': FINANCE,
  'payment.reverse': FINANCE,
  'budget.change': ['finance_manager'],
};

export interface Step {
  readonly act: Act;
  readonly actor: Actor;
  readonly requestId: string;
  readonly status: number;
  /** The record that it created, or the record that it concerns: `order 12`. */
  readonly on: string | undefined;
}

interface StepRow {
  readonly id: string;
  readonly round: number;
  readonly step: number;
  readonly status: string;
  readonly role: string | null;
  readonly mode: string;
  readonly decisions: readonly { readonly by: number; readonly for: number | null; readonly override: boolean }[];
}

interface OrderRow {
  readonly id: string;
  readonly department_id: string;
  readonly created_by_id: string;
  readonly lines: Readonly<Record<string, LineRow>>;
}

interface LineRow {
  readonly words: string;
  readonly quantity: number;
  readonly price: number;
}

interface InvoiceRow {
  readonly id: string;
  readonly purchase_order_id: string | null;
  readonly total: number;
  readonly overridden: boolean;
  readonly match_status: string;
  readonly department_id: string | null;
}

interface PaymentRow {
  readonly id: string;
  readonly invoice_id: string;
  readonly amount: number;
  readonly created_by_id: string;
  readonly due: number;
  readonly verified: boolean | null;
}

interface BudgetRow {
  readonly id: string;
  readonly name: string;
  readonly used: number;
  readonly allocated: number;
}

export interface Rules {
  /** The strict profile: users may not decide on documents that they made, and may decide only once per document. */
  readonly strict: boolean;
  /** Department heads by department id. */
  readonly heads: ReadonlyMap<number, number>;
}

/**
 * Checks that the required users decided on every amount that a tenant ordered, committed and paid. It uses the
 * database rows, the responses, and a second, independent copy of the rules.
 */
export class Proofs {
  private readonly steps: Step[] = [];
  /** For each order in force, the lines of the latest decision. */
  private readonly agreed = new Map<string, OrderRow['lines']>();
  private readonly approvedTotals = new Map<string, number>();
  private readonly seenPayments = new Set<string>();
  /** The committed and spent amount of each budget after the previous step. */
  private readonly used = new Map<string, number>();

  constructor(
    private readonly owner: Pool,
    private readonly tenantId: string,
    private readonly actors: readonly Actor[],
    private readonly rules: Rules,
  ) {}

  /** Records a step. @returns the faults found after it; empty when all is right */
  async after(step: Step): Promise<readonly string[]> {
    this.steps.push(step);
    const faults = [
      ...this.duty(step),
      ...(await this.evidence(step)),
      ...(await this.orders(step)),
      ...(await this.invoices(step)),
      ...(await this.payments()),
      ...(await this.budgets(step)),
    ];
    return faults.map(
      (fault) =>
        `${fault}, after ${step.actor.role} ${step.actor.id}: ${step.act.operation} ${step.act.path} ${step.status}`,
    );
  }

  private done(step: Step): boolean {
    return step.status < 300;
  }

  private duty({ act, actor, status }: Step): string[] {
    const roles = MAY[act.operation];
    if (status >= 300 || roles === undefined || actor.role === 'admin' || roles.includes(actor.role)) return [];
    return [`a ${actor.role} did ${act.operation}`];
  }

  /** A successful change is in the audit log under its user; a rejected one is not. */
  private async evidence(step: Step): Promise<string[]> {
    const { rows } = await this.owner.query<{ user_id: string }>(
      `SELECT user_id FROM audit_log WHERE tenant_id = $1 AND request_id = $2 AND action <> 'refused'`,
      [this.tenantId, step.requestId],
    );
    if (!this.done(step)) return rows.length === 0 ? [] : ['a refused request is in the audit log as done'];
    const silent = step.act.method === 'PUT' && rows.length === 0;
    return silent || rows.some(({ user_id }) => Number(user_id) === step.actor.id) ? [] : ['nothing says who did it'];
  }

  private async orders(step: Step): Promise<string[]> {
    const { rows } = await this.owner.query<OrderRow>(ORDERS, [this.tenantId]);
    const faults: string[] = [];
    for (const order of rows) {
      const subject = `order ${order.id}`;
      const approvedNow = step.act.operation === 'order.decide' && step.on === subject && this.done(step);
      const amendedNow =
        step.act.operation === 'amendment.decide' &&
        step.act.path.includes(`/purchase-orders/${order.id}/`) &&
        this.done(step);
      const before = this.agreed.get(order.id);
      if (!before || approvedNow) {
        faults.push(...this.decided(subject, Number(order.department_id), await this.stepsOf('order', order.id)));
        this.agreed.set(order.id, order.lines);
      } else if (amendedNow && !same(before, order.lines)) {
        const id = step.on?.split(' ')[1] ?? '';
        faults.push(
          ...this.decided(`amendment ${id}`, Number(order.department_id), await this.stepsOf('amendment', id)),
        );
        this.agreed.set(order.id, order.lines);
      } else {
        faults.push(...beyond(subject, before, order.lines));
        this.agreed.set(order.id, order.lines);
      }
    }
    return faults;
  }

  private async stepsOf(kind: 'order' | 'amendment' | 'invoice', id: string): Promise<readonly StepRow[]> {
    const { rows } = await this.owner.query<StepRow>(`${STEPS} AND ${STEPS_OF[kind]} ORDER BY s.round, s.step`, [
      this.tenantId,
      id,
    ]);
    const last = Math.max(0, ...rows.map(({ round }) => round));
    return rows.filter(({ round }) => round === last);
  }

  /**
   * Every step of the last round is approved by users it was assigned to. With separation of duties, no approver made
   * the document and none decided twice.
   */
  private decided(subject: string, departmentId: number, steps: readonly StepRow[]): string[] {
    if (steps.length === 0) return [`${subject} is in force and nobody was asked`];
    const faults: string[] = [];
    const made = this.makersOf(subject);
    const decisions = steps.flatMap(({ decisions: of }) => of);
    for (const step of steps) {
      if (step.status !== 'approved' || step.decisions.length === 0)
        faults.push(`${subject} is in force, step ${step.step} is ${step.status}`);
      for (const decision of step.decisions) {
        const earlier = decisions.slice(0, decisions.indexOf(decision)).map(({ by }) => by);
        const barred = this.rules.strict ? [...made, ...earlier] : [];
        if (barred.includes(decision.by)) faults.push(`${subject}: ${decision.by} decided on what they made, or twice`);
        faults.push(...this.asked(subject, step, decision, departmentId, barred));
      }
    }
    return faults;
  }

  private asked(
    subject: string,
    step: StepRow,
    decision: StepRow['decisions'][number],
    departmentId: number,
    barred: readonly number[],
  ): string[] {
    const eligible = this.actors.filter((actor) => this.isAsked(actor, step, departmentId));
    const decider = this.actors.find(({ id }) => id === (decision.for ?? decision.by));
    if (decider && eligible.includes(decider)) return [];
    const admin = this.actors.find(({ id }) => id === decision.by);
    if (decision.override && admin?.adminToken) return [];
    const left = eligible.filter(({ id }) => !barred.includes(id));
    if (admin?.role === 'admin' && left.length === 0) return [];
    return [`${subject}: step ${step.step} asked ${step.role}, and ${decision.by} decided it`];
  }

  private isAsked(actor: Actor, step: StepRow, departmentId: number): boolean {
    if (step.role !== 'department_head') return actor.role === step.role;
    return (
      this.rules.heads.get(departmentId) === actor.id ||
      (actor.role === step.role && actor.departmentId === departmentId)
    );
  }

  /** The users who created, submitted or, since the last decision, changed the document. */
  private makersOf(subject: string): number[] {
    const about = this.steps.filter((step) => step.on === subject && this.done(step));
    const creates = about.filter(({ act }) => MAKES.has(act.operation));
    const lastDecision = about.slice(0, -1).findLastIndex(({ act }) => act.operation.endsWith('.decide'));
    const submitted = about.findLastIndex(({ act }) => act.operation.endsWith('.submit'));
    // Decisions of the current round come after the submission.
    const since =
      lastDecision < submitted
        ? lastDecision
        : about.slice(0, submitted).findLastIndex(({ act }) => act.operation.endsWith('.decide'));
    const changes = about.filter(({ act }, place) => place > since && CHANGES.has(act.operation));
    return [...creates, ...changes].map(({ actor }) => actor.id);
  }

  private async invoices(step: Step): Promise<string[]> {
    const { rows } = await this.owner.query<InvoiceRow>(INVOICES, [this.tenantId]);
    const faults: string[] = [];
    for (const invoice of rows) {
      const subject = `invoice ${invoice.id}`;
      const approved = this.approvedTotals.get(invoice.id);
      if (approved !== undefined) {
        if (approved !== invoice.total)
          faults.push(`${subject} changed from ${approved} to ${invoice.total} after its approval`);
        continue;
      }
      this.approvedTotals.set(invoice.id, invoice.total);
      if (step.act.operation !== 'invoice.decide' || step.on !== subject || !this.done(step))
        faults.push(`${subject} is approved by nobody`);
      faults.push(...(await this.invoiceDecided(subject, invoice, step.actor)));
    }
    return faults;
  }

  private async invoiceDecided(subject: string, invoice: InvoiceRow, approver: Actor): Promise<string[]> {
    const faults: string[] = [];
    // The single decision about an invoice without steps is stored as a step without a role.
    const steps = (await this.stepsOf('invoice', invoice.id)).filter(({ role }) => role !== null);
    if (steps.length > 0) faults.push(...this.decided(subject, Number(invoice.department_id), steps));
    const withoutOrder = invoice.purchase_order_id === null;
    if (this.rules.strict && withoutOrder && steps.length === 0)
      faults.push(`${subject} has no order and took no steps`);
    const mayAlone =
      approver.role === 'admin' ||
      approver.adminToken ||
      (!withoutOrder && INVOICE_APPROVERS.includes(approver.role)) ||
      approver.role === 'finance_manager';
    if (steps.length === 0 && !mayAlone) faults.push(`${subject} was approved by a ${approver.role}`);
    if (!withoutOrder && invoice.match_status !== 'full_match' && !(invoice.overridden && approver.adminToken)) {
      faults.push(`${subject} is ${invoice.match_status}, and no admin overrode that`);
    }
    if (this.rules.strict && [...this.makersOf(subject), ...(await this.receiversOf(invoice))].includes(approver.id)) {
      faults.push(`${subject} was approved by somebody who recorded, changed or submitted it, or received its goods`);
    }
    return faults;
  }

  private async receiversOf({ purchase_order_id }: InvoiceRow): Promise<number[]> {
    const { rows } = await this.owner.query<{ id: string }>(
      `SELECT created_by_id AS id FROM goods_receipts WHERE tenant_id = $1 AND purchase_order_id = $2 AND status = 'posted'`,
      [this.tenantId, purchase_order_id],
    );
    return rows.map(({ id }) => Number(id));
  }

  private async payments(): Promise<string[]> {
    const { rows } = await this.owner.query<PaymentRow>(PAYMENTS, [this.tenantId]);
    const faults: string[] = [];
    for (const payment of rows.filter(({ id }) => !this.seenPayments.has(id))) {
      this.seenPayments.add(payment.id);
      const subject = `payment ${payment.id}`;
      const payer = this.actors.find(({ id }) => id === Number(payment.created_by_id));
      if (!payer || !(payer.role === 'admin' || FINANCE.includes(payer.role)))
        faults.push(`${subject} was recorded by a ${payer?.role}`);
      if (!this.approvedTotals.has(payment.invoice_id)) faults.push(`${subject} is of an invoice that nobody approved`);
      if (payment.due < 0 && payment.amount > 0) faults.push(`${subject} pays more than was due`);
      if (!this.rules.strict || payment.amount < 0) continue;
      const approvers = this.approversOf(`invoice ${payment.invoice_id}`);
      if (approvers.includes(payer?.id ?? 0)) faults.push(`${subject} was recorded by who approved its invoice`);
      if (payment.verified !== true) faults.push(`${subject} went to bank details that nobody verified`);
    }
    return faults;
  }

  /** The users who decided on an invoice since its last change. */
  private approversOf(subject: string): number[] {
    const about = this.steps.filter((step) => step.on === subject && this.done(step));
    const changed = about.findLastIndex(
      ({ act }) => CHANGES.has(act.operation) || act.operation === 'invoice.withdraw',
    );
    const decisions = about.filter(({ act }, place) => place > changed && act.operation === 'invoice.decide');
    return decisions.map(({ actor }) => actor.id);
  }

  /**
   * A decision that commits more must leave its budget covered, unless a user with the right to override used it.
   * Overrides by other users must fail.
   */
  private async budgets({ act, actor, on, status }: Step): Promise<string[]> {
    const { rows } = await this.owner.query<BudgetRow>(BUDGETS, [this.tenantId]);
    const beyond = rows.filter(({ id, used, allocated }) => used > allocated && used > (this.used.get(id) ?? 0));
    for (const { id, used } of rows) this.used.set(id, used);
    if (!act.operation.endsWith('.decide') || status >= 300) return [];
    const overrides = act.body.override_budget === true;
    if (overrides && actor.adminToken) return [];
    const faults = beyond.map(({ name }) => `the budget ${name} is overspent by ${on}`);
    return overrides
      ? [...faults, `${on} was approved by an override of the budget without the ability admin`]
      : faults;
  }
}

const MAKES = new Set<Operation>(['order.create', 'order.amend', 'invoice.record']);
const CHANGES = new Set<Operation>(['order.change', 'order.submit', 'invoice.change', 'invoice.submit']);

/** Lines in force that exceed the agreed ones: new, reworded or larger lines. */
function beyond(subject: string, agreed: OrderRow['lines'], lines: OrderRow['lines']): string[] {
  return Object.entries(lines).flatMap(([id, line]) => {
    const before = agreed[id];
    const less =
      before && before.words === line.words && line.quantity <= before.quantity && line.price <= before.price;
    return less ? [] : [`${subject} has a line ${id} that nobody decided about: ${JSON.stringify(line)}`];
  });
}

function same(one: OrderRow['lines'], other: OrderRow['lines']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const ORDERS = `
  SELECT o.id, o.department_id, o.created_by_id,
         (SELECT jsonb_object_agg(l.id, jsonb_build_object(
                   'words', concat_ws('|', l.description, l.unit, l.vat_rate), 'quantity', l.quantity, 'price', l.unit_price))
            FROM purchase_order_items l WHERE l.tenant_id = o.tenant_id AND l.purchase_order_id = o.id) AS lines
    FROM purchase_orders o WHERE o.tenant_id = $1 AND o.status IN ('approved', 'completed')`;

const STEPS = `
  SELECT s.id, s.round, s.step, s.status, s.role, s.mode,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('by', d.decided_by_id, 'for', d.on_behalf_of_id, 'override', d.override)
                                    ORDER BY d.id), '[]')
            FROM approval_decisions d WHERE d.tenant_id = s.tenant_id AND d.step_id = s.id) AS decisions
    FROM approval_steps s WHERE s.tenant_id = $1`;

const STEPS_OF = {
  order: 's.purchase_order_id = $2 AND s.amendment_id IS NULL',
  amendment: 's.amendment_id = $2',
  invoice: 's.invoice_id = $2',
};

const INVOICES = `
  SELECT i.id, i.purchase_order_id, i.total::float8 AS total, i.overridden, i.match_status,
         coalesce(o.department_id, i.department_id) AS department_id
    FROM invoices i LEFT JOIN purchase_orders o ON o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id
   WHERE i.tenant_id = $1 AND i.status IN ('approved', 'paid')`;

const PAYMENTS = `
  SELECT p.id, p.invoice_id, p.amount::float8 AS amount, p.created_by_id, p.due_after::float8 AS due,
         p.bank_account_verified AS verified
    FROM payments p
   WHERE p.tenant_id = $1`;

const BUDGETS = `
  SELECT id, name, (committed_amount + spent_amount)::float8 AS used, allocated_amount::float8 AS allocated
    FROM budgets WHERE tenant_id = $1`;
