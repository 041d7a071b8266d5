import { Injectable } from '@nestjs/common';
import { meets } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { DomainError } from '../../common/errors';
import type { InvoiceId, UserId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import { TenantSettings } from '../../organisation/tenants';
import { ApprovalsRepository, type StepMove } from './approvals.repository';
import type { StepRow } from './approvals.sql';
import { type ApprovalFacts, authorize, endsStep, membersToKeep, type Person } from './domain/authority';
import { type ApprovalSubject, type InvoiceSubject, WORKFLOW_OF } from './domain/subject';
import type { DecisionResult } from './domain/decision';
import { ruleFor, stepsFor, type Routed, type Workflow } from './domain/workflow';
import { factsOf, openedOf, openStep, pendingOf } from './steps/pending-steps';
import { WorkflowsService } from './workflows/workflows.service';

/** A decision somebody asks to take. */
interface DecisionRequest {
  readonly outcome: 'approved' | 'rejected';
  /** The comment of an approval, the reason of a rejection. */
  readonly comments: string | null;
  /** The step they mean; refused when it is not the current one. */
  readonly step?: number | undefined;
}

/** The rules for invoices, as a transaction saw them. */
interface InvoiceRules {
  readonly workflow: Workflow;
  readonly tenant: { readonly currency: string; readonly strict: boolean };
}

/** An invoice that begins to wait for its decision. */
export interface WaitingInvoice {
  readonly subject: InvoiceSubject;
  readonly routed: Routed;
}

/**
 * The approval of an order, of an amendment of one, or of an invoice: which steps it takes, who may decide, what a decision
 * leads to. Every method runs in the caller's transaction, under the lock the caller holds on the document (an amendment's
 * and an invoice's is its order's), so of concurrent decisions on a step exactly one wins.
 */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly steps: ApprovalsRepository,
    private readonly workflows: WorkflowsService,
    private readonly settings: TenantSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a round of an order or amendment: the workflow's steps are frozen onto the subject and the first one opens.
   * @returns the active users who may act now
   * @throws DomainError NOT_FOUND when the tenant is no more
   */
  async start(
    tx: Transaction,
    subject: Exclude<ApprovalSubject, InvoiceSubject>,
    routed: Routed,
    round: number,
  ): Promise<readonly Person[]> {
    const kind = WORKFLOW_OF[subject.kind];
    const [{ workflow }, { currency, settings }] = await Promise.all([
      this.workflows.get(tx, kind),
      this.settings.of(tx),
    ]);
    const steps = stepsFor(kind, workflow, routed, { currency, strict: settings.controls === 'strict' });
    const rule = ruleFor(workflow, routed, { currency, strict: settings.controls === 'strict' });
    await this.steps.freeze(tx, [{ subject, round, steps, rule }], this.clock.now());
    const opened = openedOf(subject, await this.steps.load(tx, subject, this.clock.today()), settings);
    this.steps.keepMembers(tx, [opened]);
    return opened.deciders;
  }

  /**
   * The rules for invoices; undefined where they ask for a step of no invoice, so that nothing more has to be looked up.
   * @throws DomainError NOT_FOUND when the tenant is no more
   */
  async invoiceRules(tx: Transaction): Promise<InvoiceRules | undefined> {
    const [{ workflow }, { currency, settings }] = await Promise.all([
      this.workflows.get(tx, 'invoices'),
      this.settings.of(tx),
    ]);
    const strict = settings.controls === 'strict';
    return workflow.rules.length > 0 || strict ? { workflow, tenant: { currency, strict } } : undefined;
  }

  /**
   * Begins a round of each invoice that a rule and an amount of it ask for steps; the others are decided without. The number
   * of statements does not grow with the invoices.
   * @returns those that steps decide
   * @throws DomainError NOT_FOUND when the tenant is no more
   */
  async startInvoices(
    tx: Transaction,
    { workflow, tenant }: InvoiceRules,
    invoices: readonly WaitingInvoice[],
  ): Promise<ReadonlySet<InvoiceId>> {
    const { settings } = await this.settings.of(tx);
    const rounds = invoices
      .map(({ subject, routed }) => ({
        subject,
        round: null,
        steps: stepsFor('invoices', workflow, routed, tenant),
        rule: ruleFor(workflow, routed, tenant),
      }))
      .filter(({ steps }) => steps.length > 0);
    if (rounds.length === 0) return new Set();
    await this.steps.freeze(tx, rounds, this.clock.now());
    const subjects = rounds.map(({ subject }) => subject);
    const loaded = await this.steps.loadInvoices(tx, subjects, this.clock.today());
    const opened = subjects.map((subject) => openedOf(subject, loaded.get(subject.invoiceId), settings));
    this.steps.keepMembers(tx, opened);
    return new Set(subjects.map(({ invoiceId }) => invoiceId));
  }

  /** Writes down the one decision about an invoice that no steps decide; whether this user may take it is the caller's to ask. Travels with what follows. */
  decideAlone(
    tx: Transaction,
    actor: Actor,
    invoiceId: InvoiceId,
    { outcome, comments, override }: Pick<DecisionRequest, 'outcome' | 'comments'> & { readonly override: boolean },
  ): void {
    const decision = { outcome, comments, override, decidedById: actingUser(actor) };
    this.steps.decideAlone(tx, invoiceId, decision, this.clock.now());
  }

  /** Who approved an invoice, at any step of its last round. */
  async approversOfInvoice(tx: Transaction, invoiceId: InvoiceId): Promise<readonly UserId[]> {
    return this.steps.approversOfInvoice(tx, invoiceId);
  }

  /**
   * Takes a decision on the current step.
   * @throws DomainError INVALID_STATUS when the request means another step, NOT_CURRENT_APPROVER or
   *   SELF_APPROVAL_FORBIDDEN when this user may not decide it
   */
  async decide(
    tx: Transaction,
    actor: Actor,
    subject: ApprovalSubject,
    request: DecisionRequest,
  ): Promise<DecisionResult> {
    const { steps, facts } = await this.load(tx, subject);
    const row = pendingOf(steps);
    if (!row) throw new Error('Nothing waits for a decision');
    requireCurrentStep(row.step, request.step, subject.kind === 'invoice' ? 'pending' : 'pending_approval');
    const step = openStep(row);
    const decidedById = actingUser(actor);
    const authority = authorize({ id: decidedById, admin: meets(actor, 'approvals.decide_any_step') }, step, facts);
    const stepEnds = endsStep(step, authority, facts);
    const { moves, currentStep, ended } = consequences(steps, row, request.outcome, stepEnds, facts);
    const { override } = authority;
    const principal = facts.people.find(({ id }) => id === authority.principalId);
    const onBehalfOf = principal && principal.id !== decidedById ? principal : null;
    await this.steps.decide(
      tx,
      { ...request, stepId: row.id, decidedById, onBehalfOfId: onBehalfOf?.id ?? null, override },
      moves,
      this.clock.now(),
    );
    const lent =
      onBehalfOf && facts.delegations.find((one) => one.userId === onBehalfOf.id && one.delegateId === decidedById);
    const ground = { role: actor.role, rule: row.rule ?? null, delegation: lent ?? null };
    return { step: row.step, ended, currentStep, override, asked: row.assignee, onBehalfOf, ...ground };
  }

  /** Ends a round that nobody will decide: what is open or waits is skipped. */
  async abandon(tx: Transaction, subject: Exclude<ApprovalSubject, InvoiceSubject>): Promise<void> {
    await this.steps.skipOpen(tx, subject, this.clock.now());
  }

  /** The same of invoices, in one statement. */
  async abandonInvoices(tx: Transaction, ids: readonly InvoiceId[]): Promise<void> {
    if (ids.length > 0) await this.steps.skipOpenOfInvoices(tx, ids, this.clock.now());
  }

  private async load(
    tx: Transaction,
    subject: ApprovalSubject,
  ): Promise<{ readonly steps: readonly StepRow[]; readonly facts: ApprovalFacts }> {
    const [{ steps, people }, { settings }] = await Promise.all([
      this.steps.load(tx, subject, this.clock.today()),
      this.settings.of(tx),
    ]);
    return { steps, facts: factsOf(subject, steps, people, settings) };
  }
}

/**
 * A decision means the step whose turn it is; one that names no step does.
 * @param status in which the document waits
 * @throws DomainError INVALID_STATUS
 */
export function requireCurrentStep(current: number, asked: number | undefined, status: string): void {
  if (asked === undefined || asked === current) return;
  throw new DomainError(
    'INVALID_STATUS',
    { key: 'approval.not_current_step', params: { step: asked, current } },
    { details: { status, current_approval_step: current } },
  );
}

function actingUser(actor: Actor): UserId {
  if (actor.userId === null) throw new Error('A decision is taken by a user');
  return actor.userId;
}

/** How the steps stand after a decision, and which one is next. */
function consequences(
  steps: readonly StepRow[],
  decided: StepRow,
  outcome: 'approved' | 'rejected',
  stepEnds: boolean,
  facts: ApprovalFacts,
): { readonly moves: readonly StepMove[]; readonly currentStep: number | null; readonly ended: boolean } {
  if (outcome === 'rejected') {
    const waiting = steps.filter(({ status }) => status === 'waiting');
    const skipped = waiting.map(({ id }): StepMove => ({ id, status: 'skipped' }));
    return { moves: [{ id: decided.id, status: 'rejected' }, ...skipped], currentStep: null, ended: true };
  }
  if (!stepEnds) return { moves: [], currentStep: decided.step, ended: false };
  const next = steps.find(({ round, step }) => round === decided.round && step === decided.step + 1);
  const moves: StepMove[] = [{ id: decided.id, status: 'approved' }];
  if (next) moves.push({ id: next.id, status: 'pending', memberIds: membersToKeep(openStep(next), facts) });
  return { moves, currentStep: next?.step ?? null, ended: !next };
}
