import { DomainError } from '../common/errors';
import { presentWorkflow, toWorkflow } from './workflow-shape';
import type { WorkflowIn, WorkflowStepIn } from './workflows.dto';

const step = (over: Partial<WorkflowStepIn> = {}): WorkflowStepIn => ({ role: 'finance_manager', ...over });

function faults(workflow: WorkflowIn): string[] {
  try {
    toWorkflow(workflow);
  } catch (error) {
    if (error instanceof DomainError) return Object.keys(error.extras.fields ?? {});
  }
  return [];
}

describe('a workflow as it is sent', () => {
  it('fills in what is left out, and comes back so that it can be sent again', () => {
    const sent: WorkflowIn = {
      rules: [
        {
          when: { department_id: 3, expense_type: 'CAPEX' },
          steps: [step({ role: null, user_ids: [7, 8], mode: 'all', min_amount: 10, name: 'Board' })],
        },
        { steps: [step({ min_amounts: [{ currency: 'USD', amount: 2.5 }] })] },
      ],
    };
    const shown = presentWorkflow(toWorkflow(sent));
    expect(shown).toEqual({
      rules: [
        {
          when: { department_id: 3, expense_type: 'CAPEX' },
          steps: [{ name: 'Board', user_ids: [7, 8], min_amount: 10, min_amounts: [], mode: 'all' }],
        },
        {
          when: {},
          steps: [
            {
              name: null,
              role: 'finance_manager',
              min_amount: 0,
              min_amounts: [{ currency: 'USD', amount: 2.5 }],
              mode: 'any',
            },
          ],
        },
      ],
    });
    expect(presentWorkflow(toWorkflow(shown as WorkflowIn))).toEqual(shown);
  });

  it('is refused where a step asks nobody, or both a role and users', () => {
    expect(faults({ rules: [{ steps: [{}] }] })).toEqual(['rules.0.steps.0.role']);
    expect(faults({ rules: [{ steps: [step(), step({ user_ids: [1] })] }] })).toEqual(['rules.0.steps.1.role']);
  });

  it('is refused where two rules are for the same orders, or a step names a currency twice', () => {
    expect(faults({ rules: [{ steps: [step()] }, { when: {}, steps: [step()] }] })).toEqual(['rules.1.when']);
    const usd = { currency: 'USD', amount: 1 };
    expect(faults({ rules: [{ steps: [step({ min_amounts: [usd, usd] })] }] })).toEqual([
      'rules.0.steps.0.min_amounts',
    ]);
  });
});
