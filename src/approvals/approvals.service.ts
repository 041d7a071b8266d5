import { Injectable } from '@nestjs/common';
import { meets } from '../common/actor/abilities';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { DomainError } from '../common/errors';
import type { UserId } from '../common/records/ids';
import type { Transaction } from '../database';
import { type Settings, TenantSettings } from '../tenants';
import {
  type ApprovalSides,
  ApprovalsRepository,
  type ApprovalSubject,
  factsOf,
  openStep,
  type StepMove,
} from './approvals.repository';
import type { PeopleRow, StepRow } from './approvals.sql';
import { type ApprovalFacts, authorize, deciders, endsStep, membersToKeep, type Person } from './domain/authority';
import { stepsFor, type Routed } from './domain/workflow';
import { WorkflowsRepository } from './workflows/workflows.repository';

/** A decision somebody asks to take. */
interface DecisionRequest {
  readonly outcome: 'approved' | 'rejected';
  /** The comment of an approval, the reason of a rejection. */
  readonly comments: string | null;
  /** The step they mean; refused when it is not the current one. */
  readonly step?: number | undefined;
}

/** What a decision led to. */
export interface DecisionResult {
  /** The step it was taken on. */
  readonly step: number;
  /** The last step is approved, or a step was rejected: nothing waits any more. */
  readonly ended: boolean;
  /** The step whose turn it is now; null when it has ended. */
  readonly currentStep: number | null;
  /** An admin token decided a step that did not ask its user. */
  readonly override: boolean;
  /** The one who had delegated, when the decision was taken for them. */
  readonly onBehalfOf: Person | null;
}

/** A user who leaves, as the database answers it. */
export type LeaverRow = Omit<Person, 'active'>;

/**
 * The approval of an order, or of an amendment of one: which steps it takes, who may decide, what a decision leads to.
 * Every method runs in the caller's transaction, under the lock the caller holds on the order, so of concurrent
 * decisions on a step exactly one wins.
 */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly steps: ApprovalsRepository,
    private readonly workflows: WorkflowsRepository,
    private readonly settings: TenantSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a round: the workflow's steps are frozen onto the subject and the first one opens.
   * @returns the active users who may act now
   * @throws DomainError NOT_FOUND when the tenant is no more
   */
  async start(tx: Transaction, subject: ApprovalSubject, routed: Routed, round: number): Promise<readonly Person[]> {
    const [{ workflow }, tenant] = await Promise.all([this.workflows.get(tx), this.settings.of(tx)]);
    const now = this.clock.now();
    await this.steps.freeze(tx, subject, round, stepsFor(workflow, routed, tenant.currency), now);
    const { steps, facts } = await this.load(tx, subject);
    const first = pendingOf(steps);
    if (!first) throw new Error('A round began without a step');
    const step = openStep(first);
    const memberIds = membersToKeep(step, facts);
    this.steps.keepMembers(tx, first.id, memberIds);
    return deciders({ ...step, memberIds }, facts).map(({ person }) => person);
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
    requireCurrent(row.step, request.step);
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
    return { step: row.step, ended, currentStep, override, onBehalfOf };
  }

  /** Ends a round that nobody will decide: what is open or waits is skipped. */
  async abandon(tx: Transaction, subject: ApprovalSubject): Promise<void> {
    await this.steps.skipOpen(tx, subject, this.clock.now());
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

/** The active users who may decide the subject now; nobody when nothing is pending. */
export function pendingApprovers(
  subject: ApprovalSides,
  steps: readonly StepRow[],
  people: PeopleRow,
  settings: Settings,
): readonly Person[] {
  const row = pendingOf(steps);
  return row ? deciders(openStep(row), factsOf(subject, steps, people, settings)).map(({ person }) => person) : [];
}

/**
 * Nothing has to be moved when a user leaves: whoever may decide is asked anew at every look, of the users who are active
 * then, and a step that nobody is left for falls to the admins.
 * @returns who may decide the open step of a document now; undefined where it had not asked the one who leaves
 */
export function handedOver(
  subject: ApprovalSides,
  { steps, people }: { readonly steps: readonly StepRow[]; readonly people: PeopleRow },
  leaver: LeaverRow,
  settings: Settings,
): { readonly step: number; readonly to: readonly { readonly id: number; readonly name: string }[] } | undefined {
  const row = pendingOf(steps);
  if (!row) return undefined;
  const step = openStep(row);
  const facts = factsOf(subject, steps, people, settings);
  const before = deciders(step, { ...facts, people: [...facts.people, { ...leaver, active: true }] });
  if (!before.some(({ person: { id }, principalId }) => id === leaver.id && principalId === leaver.id))
    return undefined;
  return { step: step.step, to: deciders(step, facts).map(({ person: { id, name } }) => ({ id, name })) };
}

/** The step whose turn it is; undefined when none is pending. */
function pendingOf(steps: readonly StepRow[]): StepRow | undefined {
  return steps.find(({ status }) => status === 'pending');
}

function requireCurrent(current: number, asked: number | undefined): void {
  if (asked === undefined || asked === current) return;
  throw new DomainError(
    'INVALID_STATUS',
    { key: 'approval.not_current_step', params: { step: asked, current } },
    { details: { status: 'pending_approval', current_approval_step: current } },
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
