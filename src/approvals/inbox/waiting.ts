import { withInitialValues } from '../../tenants';
import { type ApprovalFacts, deciders, type Ground, groundOf, type OpenStep, type Person } from '../domain/authority';
import type { TenantPeopleRow, WaitingRow } from './inbox.sql';
import type { InboxReader } from './ports';

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
  private readonly shared: Pick<
    ApprovalFacts,
    'people' | 'delegations' | 'preventSelfApproval' | 'requireDistinctApprovers'
  >;

  constructor({ people, delegations, heads, settings }: TenantPeopleRow) {
    const { prevent_self_approval, require_distinct_approvers } = withInitialValues(settings);
    this.heads = new Map(heads.map(({ department, head }) => [department, head]));
    this.shared = {
      people,
      delegations,
      preventSelfApproval: prevent_self_approval,
      requireDistinctApprovers: require_distinct_approvers,
    };
  }

  /** Who may decide the document now, as its `pending_approvers`. */
  approvers(row: WaitingRow): readonly Person[] {
    return deciders(openStep(row), this.facts(row)).map(({ person }) => person);
  }

  /** The document as this reader meets it. */
  seenBy({ userId, admin }: Pick<InboxReader, 'userId' | 'admin'>, row: WaitingRow): WaitingDocument {
    const ground = userId === null ? undefined : groundOf({ id: userId, admin }, openStep(row), this.facts(row));
    return { row, approvers: this.approvers(row), ground };
  }

  private facts({ barred_ids: barredIds, department_id: departmentId, decisions }: WaitingRow): ApprovalFacts {
    return {
      ...this.shared,
      barredIds,
      departmentId,
      departmentHeadId: departmentId === null ? null : (this.heads.get(departmentId) ?? null),
      approvedBy: decisions.map(({ by }) => by),
    };
  }
}

function openStep({ step, decisions }: WaitingRow): OpenStep {
  return { ...step, approvedFor: decisions.filter(({ own }) => own).map((decision) => decision.for) };
}
