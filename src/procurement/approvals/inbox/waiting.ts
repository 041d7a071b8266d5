import { type Settings, withInitialValues } from '../../../organisation/tenants';
import { type ApprovalFacts, deciders, type Ground, groundOf, type OpenStep, type Person } from '../domain/authority';
import { isAdmitted } from '../domain/subject';
import type { TenantPeopleRow, WaitingRow } from './inbox.sql';
import { type ApprovalPorts, type InboxReader, PORT_OF } from './ports';

/** A document that waits, who may decide it now, and on what ground the reader of the list may. */
export interface WaitingDocument {
  readonly row: WaitingRow;
  readonly approvers: readonly Person[];
  /** Undefined where the reader may not decide it. */
  readonly ground: Ground | undefined;
}

/** Puts what waits and the people of the tenant together, by the rules that a decision is asked of. */
export class Waiting {
  private readonly heads: ReadonlyMap<number, number>;
  private readonly settings: Settings;

  constructor(
    private readonly ports: ApprovalPorts,
    private readonly found: TenantPeopleRow,
  ) {
    this.heads = new Map(found.heads.map(({ department, head }) => [department, head]));
    this.settings = withInitialValues(found.settings);
  }

  /** Who may decide the document now, as its `pending_approvers`. */
  approvers(row: WaitingRow): readonly Person[] {
    const step = openStep(row);
    if (!step) return this.found.people.filter((person) => this.mayDecideAlone(person, row));
    return deciders(step, this.facts(row)).map(({ person }) => person);
  }

  /** The document as this reader meets it. */
  seenBy(reader: Pick<InboxReader, 'userId' | 'admin'>, row: WaitingRow): WaitingDocument {
    const approvers = this.approvers(row);
    const { userId, admin } = reader;
    if (userId === null) return { row, approvers, ground: undefined };
    const step = openStep(row);
    const ground = step
      ? groundOf({ id: userId, admin }, step, this.facts(row))
      : this.groundAlone({ userId, admin }, row, approvers);
    return { row, approvers, ground };
  }

  private groundAlone(
    { userId, admin }: { readonly userId: number; readonly admin: boolean },
    { barred_ids: barredIds }: WaitingRow,
    approvers: readonly Person[],
  ): Ground | undefined {
    if (approvers.some(({ id }) => id === userId)) return { reason: 'role' };
    const isBarred = this.settings.prevent_self_approval && barredIds.includes(userId);
    return admin && !isBarred ? { reason: 'admin' } : undefined;
  }

  private mayDecideAlone(person: Person, { type, barred_ids: barredIds, purchase_order_id }: WaitingRow): boolean {
    const roles = this.found.roles[type] ?? [];
    const document = { barredIds, withOrder: purchase_order_id !== null, roles, settings: this.settings };
    return this.ports[PORT_OF[type]].mayDecideAlone?.(person, document) ?? false;
  }

  private facts({ type, barred_ids: barredIds, department_id: departmentId, decisions }: WaitingRow): ApprovalFacts {
    const { people, delegations, roles } = this.found;
    const onlyRoles = roles[type];
    return {
      people: onlyRoles ? people.filter(({ role }) => isAdmitted(role, onlyRoles)) : people,
      delegations,
      barredIds,
      departmentId,
      departmentHeadId: departmentId === null ? null : (this.heads.get(departmentId) ?? null),
      approvedBy: decisions.map(({ by }) => by),
      preventSelfApproval: this.settings.prevent_self_approval,
      requireDistinctApprovers: this.settings.require_distinct_approvers,
    };
  }
}

function openStep({ step, decisions }: WaitingRow): OpenStep | undefined {
  if (!step) return undefined;
  const own = decisions.filter((one) => one.own);
  return { ...step, approvedFor: own.map((one) => one.for), approvedBy: own.map((one) => one.by) };
}
