import { approvalRows } from './answers';
import type { RecordedDecision, RecordedStep } from '../domain/workflow';

const decision = (name: string, outcome: RecordedDecision['outcome'] = 'approved'): RecordedDecision => ({
  outcome,
  by: { id: 1, name },
  onBehalfOf: null,
  override: false,
  comments: null,
  at: '2025-01-01T00:00:00.000Z',
});

const step = (over: Partial<RecordedStep>): RecordedStep => ({
  round: 1,
  step: 1,
  name: null,
  assignee: { role: 'finance_manager' },
  status: 'waiting',
  decisions: [],
  ...over,
});

const rows = (steps: RecordedStep[]) =>
  approvalRows(steps, (id) => (id === 4 ? 'Mona' : undefined)).map((row) => [
    row.round,
    row.step,
    row.approver,
    row.status,
  ]);

describe('approval rows', () => {
  it('list each decision, and each undecided step with its label', () => {
    expect(
      rows([
        step({ step: 3, assignee: { userIds: [4, 5] } }),
        step({ step: 1, status: 'approved', decisions: [decision('Sara'), decision('Omar')] }),
        step({ step: 2, status: 'pending', name: 'Finance' }),
        step({ step: 4 }),
      ]),
    ).toEqual([
      [1, 1, 'Sara', 'approved'],
      [1, 1, 'Omar', 'approved'],
      [1, 2, 'Finance', 'pending'],
      [1, 3, 'Mona, #5', 'waiting'],
      [1, 4, 'finance_manager', 'waiting'],
    ]);
  });

  it('list the approvals of an open step in mode all before the step itself', () => {
    expect(rows([step({ status: 'pending', decisions: [decision('Sara')] })])).toEqual([
      [1, 1, 'Sara', 'approved'],
      [1, 1, 'finance_manager', 'pending'],
    ]);
  });

  it('list earlier rounds first', () => {
    expect(
      rows([
        step({ round: 2, status: 'pending' }),
        step({ round: 1, status: 'rejected', decisions: [decision('Sara', 'rejected')] }),
        step({ round: 1, step: 2, status: 'skipped' }),
      ]),
    ).toEqual([
      [1, 1, 'Sara', 'rejected'],
      [1, 2, 'finance_manager', 'skipped'],
      [2, 1, 'finance_manager', 'pending'],
    ]);
  });
});
