import fc from 'fast-check';
import { decimal } from '../../../common/money';
import {
  CONDITIONS,
  type RuleCondition,
  stepsFor,
  type Routed,
  type Workflow,
  type WorkflowKind,
  WORKFLOWS,
  type WorkflowStep,
} from './workflow';

const step = (name: string, minAmount = 0, minAmounts: Record<string, number> = {}): WorkflowStep => ({
  name,
  assignee: { role: 'finance_manager' },
  minAmount,
  minAmounts,
  mode: 'any',
});

const order = (total: number | string, over: Partial<Routed> = {}): Routed => ({
  withoutOrder: false,
  projectId: null,
  departmentId: 1,
  vendorCategory: null,
  expenseType: 'OPEX',
  total: decimal(total),
  currency: 'SAR',
  ...over,
});

const SAR = { currency: 'SAR', strict: false };

const names = (workflow: Workflow, routed: Routed, kind: WorkflowKind = 'purchase-orders') =>
  stepsFor(kind, workflow, routed, SAR).map(({ step: number, name, assignee }) => [
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
  ])('takes, for a total of %s, %i of the steps from 0, 10,000 and 100,000', (total, count) => {
    expect(names(tiers, order(total)).map(([number]) => number)).toEqual([1, 2, 3].slice(0, count));
  });

  it('initially has one step for the department head', () => {
    const { initial } = WORKFLOWS['purchase-orders'];
    expect(initial.rules.map(({ steps }) => steps.length)).toEqual([1]);
    expect(stepsFor('purchase-orders', initial, order(1), SAR)).toEqual([
      { step: 1, name: null, assignee: { role: 'department_head' }, mode: 'any' },
    ]);
  });

  it('applies only the most specific rule', () => {
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

  it('ranks department above expense type, in any order of rules', () => {
    const rules = [
      { when: { departmentId: 1 }, steps: [step('department')] },
      { when: { expenseType: 'CAPEX' as const }, steps: [step('capex')] },
    ];
    const capex = order(1, { expenseType: 'CAPEX' });
    expect(names({ rules }, capex)[0]?.[1]).toBe('department');
    expect(names({ rules: [...rules].reverse() }, capex)[0]?.[1]).toBe('department');
  });

  it('initially inherits the rules of orders for amendments, and has no rules for invoices', () => {
    expect(WORKFLOWS.amendments.initial).toBe('purchase-orders');
    expect(WORKFLOWS.invoices.initial).toEqual({ rules: [] });
  });

  describe('with conditions', () => {
    const ALL: Required<RuleCondition> = {
      withoutOrder: true,
      projectId: 7,
      departmentId: 1,
      vendorCategory: 'office',
      expenseType: 'CAPEX',
    };
    const everything = order(1, ALL);
    const OTHER: Required<RuleCondition> = {
      withoutOrder: false,
      projectId: 8,
      departmentId: 2,
      vendorCategory: 'Offices',
      expenseType: 'OPEX',
    };
    const only = (...conditions: (keyof RuleCondition)[]): RuleCondition =>
      Object.fromEntries(conditions.map((name) => [name, ALL[name]]));
    const ruleOf = (when: RuleCondition, name: string) => ({ when, steps: [step(name)] });

    it('ranks them in this order', () => {
      expect(CONDITIONS).toEqual(['withoutOrder', 'projectId', 'departmentId', 'vendorCategory', 'expenseType']);
    });

    it.each(CONDITIONS)('matches %s by its value only, and never a document without one', (name) => {
      const rules = { rules: [ruleOf(only(name), 'asked')] };
      expect(names(rules, everything)).toEqual([[1, 'asked']]);
      expect(names(rules, { ...everything, [name]: OTHER[name] })).toEqual([[1, 'department_head']]);
      expect(names(rules, { ...everything, [name]: null })).toEqual([[1, 'department_head']]);
    });

    it("compares categories by key, and prefers the rule with the document's spelling", () => {
      const rules = {
        rules: [ruleOf({ vendorCategory: 'قرطاسيه' }, 'plain'), ruleOf({ expenseType: 'CAPEX' }, 'type')],
      };
      const stationery = { ...everything, vendorCategory: 'قرطاسيّة' };
      expect(names(rules, stationery)).toEqual([[1, 'plain']]);
      const both = { rules: [...rules.rules, ruleOf({ vendorCategory: 'قرطاسيّة' }, 'own')] };
      expect(names(both, stationery)).toEqual([[1, 'own']]);
    });

    it('treats false as a value', () => {
      const rules = { rules: [ruleOf({ withoutOrder: false }, 'with'), ruleOf({}, 'any')] };
      expect(names(rules, order(1))).toEqual([[1, 'with']]);
      expect(names(rules, order(1, { withoutOrder: true }))).toEqual([[1, 'any']]);
    });

    it.each(CONDITIONS.slice(0, -1).map((name, at) => [name, CONDITIONS.slice(at + 1)] as const))(
      'ranks %s above all of %j together, in any order of rules',
      (name, less) => {
        const rules = [ruleOf(only(...less), 'less'), ruleOf(only(name), 'more')];
        expect(names({ rules }, everything)).toEqual([[1, 'more']]);
        expect(names({ rules: [...rules].reverse() }, everything)).toEqual([[1, 'more']]);
        const both = [...rules, ruleOf(only(name, ...less), 'both')];
        expect(names({ rules: both }, everything)).toEqual([[1, 'both']]);
      },
    );
  });

  it('has no steps for an invoice that no rule or amount matches', () => {
    for (const rules of [
      [],
      [{ when: { departmentId: 2 }, steps: [step('x')] }],
      [{ when: {}, steps: [step('x', 2)] }],
    ]) {
      expect(names({ rules }, order(1), 'invoices')).toEqual([]);
      expect(names({ rules }, order(1), 'amendments')).toEqual([[1, 'department_head']]);
    }
    expect(names({ rules: [{ when: {}, steps: [step('x', 2)] }] }, order(2), 'invoices')).toEqual([[1, 'x']]);
  });

  it('has steps for the department head and a finance manager for an invoice without an order, in a strict tenant', () => {
    const strict = { currency: 'SAR', strict: true };
    const without = order(1, { withoutOrder: true });
    const asked = (workflow: Workflow, routed: Routed, kind: WorkflowKind = 'invoices') =>
      stepsFor(kind, workflow, routed, strict).map(({ step: number, assignee, mode }) => [number, assignee, mode]);
    const both = [
      [1, { role: 'department_head' }, 'any'],
      [2, { role: 'finance_manager' }, 'any'],
    ];
    expect(asked({ rules: [] }, without)).toEqual(both);
    expect(asked({ rules: [{ when: {}, steps: [step('big', 2)] }] }, without)).toEqual(both);
    expect(asked({ rules: [] }, order(1))).toEqual([]);
    expect(asked({ rules: [] }, without, 'amendments')).toEqual([both[0]]);
    expect(asked({ rules: [{ when: {}, steps: [step('own')] }] }, without)).toEqual([
      [1, { role: 'finance_manager' }, 'any'],
    ]);
    expect(names({ rules: [] }, without, 'invoices')).toEqual([]);
  });

  it('has one step for the department head when no rule or amount matches', () => {
    expect(names({ rules: [] }, order(1))).toEqual([[1, 'department_head']]);
    expect(names({ rules: [{ when: { departmentId: 2 }, steps: [step('x')] }] }, order(1))).toEqual([
      [1, 'department_head'],
    ]);
    expect(names({ rules: [{ when: {}, steps: [step('big', 500)] }] }, order(499.99))).toEqual([
      [1, 'department_head'],
    ]);
  });

  it('takes every step for another currency, unless the step has an amount in that currency', () => {
    expect(names(tiers, order(1, { currency: 'USD' }))).toHaveLength(3);
    const named: Workflow = { rules: [{ when: {}, steps: [step('a'), step('b', 10_000, { USD: 3_000 })] }] };
    expect(names(named, order('2999.99', { currency: 'USD' }))).toHaveLength(1);
    expect(names(named, order('3000', { currency: 'USD' }))).toHaveLength(2);
    expect(names(named, order(1, { currency: 'EUR' }))).toHaveLength(2);
    expect(names(named, order(5_000))).toHaveLength(1);
  });

  it('numbers the applicable steps without gaps', () => {
    const gaps: Workflow = { rules: [{ when: {}, steps: [step('big', 500), step('always'), step('small', 10)] }] };
    expect(names(gaps, order(20))).toEqual([
      [1, 'always'],
      [2, 'small'],
    ]);
  });

  it('never has fewer steps for a higher total, and always at least one', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const drawnSteps = fc.array(
      amount.map((minAmount) => step('x', minAmount)),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(drawnSteps, amount, amount, (steps, one, other) => {
        const workflow: Workflow = { rules: [{ when: {}, steps }] };
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const few = stepsFor('purchase-orders', workflow, order(less), SAR);
        const many = stepsFor('purchase-orders', workflow, order(more), SAR);
        expect(few.length).toBeGreaterThan(0);
        expect(many.length).toBeGreaterThanOrEqual(few.length);
      }),
    );
  });
});
