import { Injectable } from '@nestjs/common';
import { hasAbility } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { DomainError } from '../../common/errors';
import type { InvoiceId, UserId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import { type Settings, TenantSettings } from '../../organisation/tenants';
import { ApprovalsRepository, type StepMove } from './approvals.repository';
import type { LoadedSteps, StepRow } from './approvals.sql';
import { type ApprovalFacts, authorize, endsStep, membersToKeep, type Person } from './domain/authority';
import { type ApprovalSubject, type InvoiceSubject, WORKFLOW_OF } from './domain/subject';
import type { DecisionResult } from './domain/decision';
import { ruleFor, stepsFor, type Routed, type Workflow } from './domain/workflow';
import { factsOf, openedOf, openStep, pendingOf } from './steps/pending-steps';
import { WorkflowsService } from './workflows/workflows.service';

interface DecisionRequest {
  readonly outcome: 'approved' | 'rejected';
  /** The comment of an approval or the reason of a rejection. */
  readonly comments: string | null;
  /** The step that the caller means; rejected if it is not the current one. */
  readonly step?: number | undefined;
}

/** The steps of a document, with its deciders and the settings of the tenant. */
interface LoadedRound extends LoadedSteps {
  readonly subject: ApprovalSubject;
  readonly settings: Settings;
}

/** The rules for invoices within one transaction. */
interface InvoiceRules {
  readonly workflow: Workflow;
  readonly tenant: { readonly currency: string; readonly strict: boolean };
}

/**
 * Approval of orders, amendments and invoices. Every method runs in the caller's transaction. The caller must hold the
 * lock on the order, also for an amendment or an invoice of it, so that only one of several concurrent decisions wins.
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
   * Starts a round of an order or amendment: freezes the workflow's steps and opens the first one.
   * @returns its approvers
   * @throws DomainError NOT_FOUND if the tenant does not exist
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
    this.steps.saveMembers(tx, [opened]);
    return opened.deciders;
  }

  /**
   * Undefined if no invoice needs steps, which saves further queries.
   * @throws DomainError NOT_FOUND if the tenant does not exist
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
   * Starts a round for each invoice that needs steps, with a constant number of statements.
   * @returns the invoices with steps
   * @throws DomainError NOT_FOUND if the tenant does not exist
   */
  async startInvoices(
    tx: Transaction,
    { workflow, tenant }: InvoiceRules,
    invoices: readonly { readonly subject: InvoiceSubject; readonly routed: Routed }[],
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
    this.steps.saveMembers(tx, opened);
    return new Set(subjects.map(({ invoiceId }) => invoiceId));
  }

  /** For an invoice without steps. The caller checks that the user may decide. Sent with the next statement. */
  recordSingleDecision(
    tx: Transaction,
    actor: Actor,
    invoiceId: InvoiceId,
    { outcome, comments, override }: Pick<DecisionRequest, 'outcome' | 'comments'> & { readonly override: boolean },
  ): void {
    const decision = { outcome, comments, override, decidedById: actingUser(actor) };
    this.steps.recordSingleDecision(tx, invoiceId, decision, this.clock.now());
  }

  async approversOfInvoice(tx: Transaction, invoiceId: InvoiceId): Promise<readonly UserId[]> {
    return this.steps.approversOfInvoice(tx, invoiceId);
  }

  /** Reads what {@link decide} needs. */
  async load(tx: Transaction, subject: ApprovalSubject): Promise<LoadedRound> {
    const [loaded, { settings }] = await Promise.all([
      this.steps.load(tx, subject, this.clock.today()),
      this.settings.of(tx),
    ]);
    return { subject, ...loaded, settings };
  }

  /**
   * Records a decision. Its statement is sent with the next one.
   * @throws DomainError INVALID_STATUS if it names another step; NOT_CURRENT_APPROVER, SELF_APPROVAL_FORBIDDEN
   */
  decide(
    tx: Transaction,
    actor: Actor,
    { subject, steps, people, settings }: LoadedRound,
    request: DecisionRequest,
  ): DecisionResult {
    const facts = factsOf(subject, steps, people, settings);
    const row = pendingOf(steps);
    if (!row) throw new Error('No step is pending');
    requireCurrentStep(row.step, request.step, subject.kind === 'invoice' ? 'pending' : 'pending_approval');
    const step = openStep(row);
    const decidedById = actingUser(actor);
    const authority = authorize(
      { id: decidedById, admin: hasAbility(actor, 'approvals.decide_any_step') },
      step,
      facts,
    );
    const stepEnds = endsStep(step, authority, facts);
    const { moves, currentStep, ended } = consequences(steps, row, request.outcome, stepEnds, facts);
    const { override } = authority;
    const principal = facts.people.find(({ id }) => id === authority.principalId);
    const onBehalfOf = principal && principal.id !== decidedById ? principal : null;
    this.steps.decide(
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

  /** Ends a round without a decision: skips open and waiting steps. */
  async abandon(tx: Transaction, subject: Exclude<ApprovalSubject, InvoiceSubject>): Promise<void> {
    await this.steps.skipOpen(tx, subject, this.clock.now());
  }

  /** The same for invoices, in one statement. */
  async abandonInvoices(tx: Transaction, ids: readonly InvoiceId[]): Promise<void> {
    if (ids.length > 0) await this.steps.skipOpenOfInvoices(tx, ids, this.clock.now());
  }
}

/**
 * @param status the document's status while it is pending, for the error details
 * @throws DomainError INVALID_STATUS if the decision names another step than the current one
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
  if (actor.userId === null) throw new Error('Only a user can decide');
  return actor.userId;
}

/** Statuses of the steps after a decision, and the next step. */
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
