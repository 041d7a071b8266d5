import { DomainError } from '../../../common/errors';
import { scanJson } from '../../../platform/validation';
import { toWorkflowResponse } from './answers';
import {
  MAX_PARTS_OF_WORKFLOW,
  toWorkflow,
  type WorkflowDto,
  type InvoiceWorkflowDto,
  type WorkflowStepDto,
} from './requests';

const step = (over: Partial<WorkflowStepDto> = {}): WorkflowStepDto => ({ role: 'finance_manager', ...over });

function faults(workflow: InvoiceWorkflowDto): string[] {
  try {
    toWorkflow(workflow);
  } catch (error) {
    if (error instanceof DomainError) return Object.keys(error.extras.fields ?? {});
  }
  return [];
}

describe('workflow request', () => {
  it('gets defaults, and its response is a valid request', () => {
    const sent: InvoiceWorkflowDto = {
      rules: [
        {
          when: { without_order: true, project_id: 4, department_id: 3, vendor_category: 'it', expense_type: 'CAPEX' },
          steps: [step({ role: null, user_ids: [7, 8], mode: 'all', min_amount: 10, name: 'Board' })],
        },
        { steps: [step({ min_amounts: [{ currency: 'USD', amount: 2.5 }] })] },
      ],
    };
    const shown = toWorkflowResponse(toWorkflow(sent));
    expect(shown).toEqual({
      rules: [
        {
          when: { without_order: true, project_id: 4, department_id: 3, vendor_category: 'it', expense_type: 'CAPEX' },
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
    expect(toWorkflowResponse(toWorkflow(shown as InvoiceWorkflowDto))).toEqual(shown);
  });

  it('is rejected when a step has no assignee, or both a role and users', () => {
    expect(faults({ rules: [{ steps: [{}] }] })).toEqual(['rules.0.steps.0.role']);
    expect(faults({ rules: [{ steps: [step(), step({ user_ids: [1] })] }] })).toEqual(['rules.0.steps.1.role']);
  });

  it('is rejected when two rules have the same conditions, in any order', () => {
    const twice = (one: object, other: object) =>
      faults({ rules: [one, other].map((when) => ({ when, steps: [step()] })) });
    expect(twice({ vendor_category: 'it', project_id: 4 }, { project_id: 4, vendor_category: 'it' })).toEqual([
      'rules.1.when',
    ]);
    expect(twice({ vendor_category: 'Écoles' }, { vendor_category: 'ecoles ' })).toEqual(['rules.1.when']);
    expect(twice({ without_order: true }, { without_order: true, project_id: null })).toEqual(['rules.1.when']);
    expect(twice({ without_order: true }, { without_order: false })).toEqual([]);
    expect(twice({ without_order: false }, {})).toEqual([]);
    expect(twice({ project_id: 4 }, { department_id: 4 })).toEqual([]);
  });

  it('is rejected when two rules match the same orders, or a step has a currency twice', () => {
    expect(faults({ rules: [{ steps: [step()] }, { when: {}, steps: [step()] }] })).toEqual(['rules.1.when']);
    const usd = { currency: 'USD', amount: 1 };
    expect(faults({ rules: [{ steps: [step({ min_amounts: [usd, usd] })] }] })).toEqual([
      'rules.0.steps.0.min_amounts',
    ]);
  });

  describe('at its maximum size', () => {
    const RULES = 200;
    const many = <T>(count: number, one: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i));
    const whole: WorkflowStepDto = {
      name: 'N',
      role: 'viewer',
      user_ids: null,
      min_amount: 0,
      min_amounts: [],
      mode: 'any',
    };
    const amounts = (count: number) => many(count, (i) => ({ currency: `C${i}`, amount: 1 }));
    /** The maximum number of rules, with different conditions. */
    const rulesOf = (steps: (rule: number) => WorkflowStepDto[]): WorkflowDto => ({
      rules: many(RULES, (rule) => ({ when: { department_id: rule + 1, expense_type: 'OPEX' }, steps: steps(rule) })),
    });
    /** Equal shares of the maximum; the last rule gets the excess. */
    const share = (rule: number, more: number): number =>
      MAX_PARTS_OF_WORKFLOW / RULES + (rule === RULES - 1 ? more : 0);

    it.each<[string, (rule: number, more: number) => WorkflowStepDto[]]>([
      ['steps', (rule, more) => many(share(rule, more), () => step(whole))],
      ['users', (rule, more) => [step({ ...whole, role: null, user_ids: many(share(rule, more) - 1, (i) => i + 1) })]],
      ['amounts', (rule, more) => [step({ ...whole, min_amounts: amounts(share(rule, more) - 1) })]],
    ])('passes the body scan and the validation; with one more, only the body scan: %s', (_what, steps) => {
      const largest = rulesOf((rule) => steps(rule, 0));
      const larger = rulesOf((rule) => steps(rule, 1));
      for (const workflow of [largest, larger]) expect(scanJson(Buffer.from(JSON.stringify(workflow)))).toBeUndefined();
      expect(faults(largest)).toEqual([]);
      expect(faults(larger)).toEqual(['rules']);
    });
  });
});
