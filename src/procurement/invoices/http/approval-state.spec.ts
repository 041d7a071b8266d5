import { INITIAL_SETTINGS } from '../../../organisation/tenants';
import type { InvoiceRow } from './answers';
import { type InvoiceDeciders, toApprovalStateResponse } from './approval-state';

const person = (id: number, role: string) => ({ id, name: `user ${id}`, role, departmentId: 1, active: true });
const SAID = { id: 2, name: 'user 2', role: 'finance_manager' };

function invoice(over: Partial<InvoiceRow> = {}): InvoiceRow {
  const row: Partial<InvoiceRow> = {
    status: 'draft',
    current_step: null,
    steps: [],
    approved_by: null,
    approved_at: null,
    created_by: { id: 3, name: 'user 3' },
    purchase_order: null,
    ...over,
  };
  return row as InvoiceRow;
}

const deciders = (settings: object = {}): InvoiceDeciders => ({
  people: {
    departmentHeadId: null,
    people: [person(2, 'finance_manager'), person(3, 'finance_manager'), person(4, 'finance_officer')],
    delegations: [],
  },
  department_id: null,
  involved: [3],
  roles: ['finance_manager', 'finance_officer'],
  settings: { ...INITIAL_SETTINGS, ...settings },
});

describe('toApprovalStateResponse', () => {
  it('returns no step and no approvers for a draft', () => {
    expect(toApprovalStateResponse(invoice())).toEqual({
      current_approval_step: null,
      pending_approvers: [],
      approvals: [],
    });
  });

  it('returns step 1 and all allowed approvers for a pending invoice without steps', () => {
    const waiting = invoice({ status: 'pending', deciders: deciders({ prevent_self_approval: true }) });
    expect(toApprovalStateResponse(waiting)).toEqual({
      current_approval_step: 1,
      pending_approvers: [SAID],
      approvals: [],
    });
  });

  it('returns the current step and its approvers for a pending invoice with steps', () => {
    const step = {
      id: 7,
      round: 1,
      step: 2,
      name: 'Finance',
      assignee: { userIds: [2, 9] },
      mode: 'any',
      status: 'pending',
      decisions: [],
      userNames: null,
      memberIds: [2],
    } as const;
    const waiting = invoice({ status: 'pending', current_step: 2, steps: [step], deciders: deciders() });
    expect(toApprovalStateResponse(waiting)).toMatchObject({
      current_approval_step: 2,
      pending_approvers: [SAID],
      approvals: [{ step: 2, approver: 'Finance', status: 'pending' }],
    });
  });

  it('returns the approver as step 1 for an invoice approved before steps were stored', () => {
    const at = '2026-03-01T09:00:00.000Z';
    const old = invoice({ status: 'approved', approved_by: { id: 2, name: 'user 2' }, approved_at: at });
    expect(toApprovalStateResponse(old)).toEqual({
      current_approval_step: null,
      pending_approvers: [],
      approvals: [
        {
          step: 1,
          round: 1,
          approver: 'user 2',
          approver_id: 2,
          status: 'approved',
          approved_at: at,
          decided_at: at,
          comments: null,
          on_behalf_of: null,
          on_behalf_of_id: null,
          override: false,
        },
      ],
    });
  });
});
