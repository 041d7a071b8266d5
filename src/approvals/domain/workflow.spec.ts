import fc from 'fast-check';
import { decimal } from '../../common/money';
import { DEFAULT_WORKFLOW, stepsFor, type Routed, type Workflow, type WorkflowStep } from './workflow';

const step = (name: string, minAmount = 0, minAmounts: Record<string, number> = {}): WorkflowStep => ({
  name,
  assignee: { role: 'finance_manager' },
  minAmount,
  minAmounts,
  mode: 'any',
});

const order = (total: number | string, over: Partial<Routed> = {}): Routed => ({
  departmentId: 1,
  expenseType: 'OPEX',
  total: decimal(total),
  currency: 'SAR',
  ...over,
});

const names = (workflow: Workflow, routed: Routed) =>
  stepsFor(workflow, routed, 'SAR').map(({ step: number, name, assignee }) => [
    number,
    name ?? ('role' in assignee ? assignee.role : 'users'),
  ]);

describe('approval workflow', () => {
  const tiers: Workflow = { rules: [{ when: {}, steps: [step('a'), step('b', 10_000), step('c', 100_000)] }] };

  it.each([
    ['9999.99', 1],
    ['10000.00', 2],
    ['99999.99', 2],
    ['100000.00', 3],
    ['0.01', 1],
  ])('of steps at 0, 10,000 and 100,000 asks %s for %i', (total, count) => {
    expect(names(tiers, order(total)).map(([number]) => number)).toEqual([1, 2, 3].slice(0, count));
  });

  it('asks the head of the department until something else is configured', () => {
    expect(DEFAULT_WORKFLOW.rules.map(({ steps }) => steps.length)).toEqual([1]);
    expect(stepsFor(DEFAULT_WORKFLOW, order(1), 'SAR')).toEqual([
      { step: 1, name: null, assignee: { role: 'department_head' }, mode: 'any' },
    ]);
  });

  it('follows the most specific rule alone', () => {
    const workflow: Workflow = {
      rules: [
        { when: {}, steps: [step('anyone')] },
        { when: { expenseType: 'CAPEX' }, steps: [step('capex')] },
        { when: { departmentId: 1, expenseType: 'CAPEX' }, steps: [step('both')] },
        { when: { departmentId: 1 }, steps: [step('department')] },
      ],
    };
    const asked = (over: Partial<Routed>) => names(workflow, order(1, over))[0]?.[1];
    expect(asked({ departmentId: 2 })).toBe('anyone');
    expect(asked({ departmentId: 2, expenseType: 'CAPEX' })).toBe('capex');
    expect(asked({ departmentId: 1 })).toBe('department');
    expect(asked({ departmentId: 1, expenseType: 'CAPEX' })).toBe('both');
  });

  it('lets a department weigh more than an expense type, whatever their order', () => {
    const rules = [
      { when: { departmentId: 1 }, steps: [step('department')] },
      { when: { expenseType: 'CAPEX' as const }, steps: [step('capex')] },
    ];
    const capex = order(1, { expenseType: 'CAPEX' });
    expect(names({ rules }, capex)[0]?.[1]).toBe('department');
    expect(names({ rules: [...rules].reverse() }, capex)[0]?.[1]).toBe('department');
  });

  it('puts to the head of the department what no rule and no amount catches', () => {
    expect(names({ rules: [] }, order(1))).toEqual([[1, 'department_head']]);
    expect(names({ rules: [{ when: { departmentId: 2 }, steps: [step('x')] }] }, order(1))).toEqual([
      [1, 'department_head'],
    ]);
    expect(names({ rules: [{ when: {}, steps: [step('big', 500)] }] }, order(499.99))).toEqual([
      [1, 'department_head'],
    ]);
  });

  it('takes every step for an order in another currency, unless a step names an amount in it', () => {
    expect(names(tiers, order(1, { currency: 'USD' }))).toHaveLength(3);
    const named: Workflow = { rules: [{ when: {}, steps: [step('a'), step('b', 10_000, { USD: 3_000 })] }] };
    expect(names(named, order('2999.99', { currency: 'USD' }))).toHaveLength(1);
    expect(names(named, order('3000', { currency: 'USD' }))).toHaveLength(2);
    expect(names(named, order(1, { currency: 'EUR' }))).toHaveLength(2);
    expect(names(named, order(5_000))).toHaveLength(1);
  });

  it('numbers the steps that apply without a gap', () => {
    const gaps: Workflow = { rules: [{ when: {}, steps: [step('big', 500), step('always'), step('small', 10)] }] };
    expect(names(gaps, order(20))).toEqual([
      [1, 'always'],
      [2, 'small'],
    ]);
  });

  it('never asks fewer for more money, and always someone', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const drawnSteps = fc.array(
      amount.map((minAmount) => step('x', minAmount)),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(drawnSteps, amount, amount, (steps, one, other) => {
        const workflow: Workflow = { rules: [{ when: {}, steps }] };
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const few = stepsFor(workflow, order(less), 'SAR');
        const many = stepsFor(workflow, order(more), 'SAR');
        expect(few.length).toBeGreaterThan(0);
        expect(many.length).toBeGreaterThanOrEqual(few.length);
      }),
    );
  });
});
