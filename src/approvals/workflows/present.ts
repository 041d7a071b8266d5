import { invalid, type Message } from '../../common/errors';
import { toNumber } from '../../common/money';
import type { Workflow, WorkflowRule, WorkflowStep } from '../domain/workflow';
import {
  MAX_PARTS_OF_WORKFLOW,
  type WorkflowIn,
  type WorkflowOut,
  type WorkflowRuleIn,
  type WorkflowStepIn,
} from './requests';

/**
 * A request's workflow in the rules' words.
 * @throws DomainError VALIDATION_ERROR naming each step that says both or neither of role and users, names a currency
 *   twice, and each rule whose condition another rule has too; `rules` alone when they are too much in all
 */
export function toWorkflow({ rules }: WorkflowIn): Workflow {
  if (partsOf(rules) > MAX_PARTS_OF_WORKFLOW) {
    throw invalid({ rules: [{ key: 'approval.workflow_size', params: { max: MAX_PARTS_OF_WORKFLOW } }] });
  }
  const faults: Record<string, Message[]> = {};
  rules.forEach((rule, index) => {
    const twin = rules.findIndex((other) => conditionKey(other) === conditionKey(rule));
    if (twin < index) faults[`rules.${index}.when`] = [{ key: 'approval.rule_twice', params: { other: twin } }];
    rule.steps.forEach((step, place) => {
      Object.assign(faults, stepFaults(step, `rules.${index}.steps.${place}`));
    });
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return { rules: rules.map(toRule) };
}

/** A workflow as a client may send it back. */
export function presentWorkflow({ rules }: Workflow): WorkflowOut {
  return {
    rules: rules.map(({ when, steps }) => ({
      when: {
        ...(when.departmentId !== undefined && { department_id: when.departmentId }),
        ...(when.expenseType !== undefined && { expense_type: when.expenseType }),
      },
      steps: steps.map(({ name, assignee, minAmount, minAmounts, mode }) => ({
        name,
        ...('role' in assignee ? { role: assignee.role } : { user_ids: assignee.userIds }),
        min_amount: toNumber(minAmount),
        min_amounts: Object.entries(minAmounts).map(([currency, amount]) => ({ currency, amount: toNumber(amount) })),
        mode,
      })),
    })),
  };
}

/** How many steps, users and amounts there are in all. */
function partsOf(rules: readonly WorkflowRuleIn[]): number {
  const steps = rules.flatMap((rule) => rule.steps);
  return steps.reduce((sum, step) => sum + 1 + (step.user_ids?.length ?? 0) + (step.min_amounts?.length ?? 0), 0);
}

function conditionKey({ when }: WorkflowRuleIn): string {
  return `${when?.department_id ?? '*'}/${when?.expense_type ?? '*'}`;
}

function stepFaults(step: WorkflowStepIn, path: string): Record<string, Message[]> {
  const faults: Record<string, Message[]> = {};
  if (isGiven(step.role) === isGiven(step.user_ids)) faults[`${path}.role`] = [{ key: 'approval.role_or_users' }];
  const currencies = (step.min_amounts ?? []).map(({ currency }) => currency);
  if (new Set(currencies).size < currencies.length) {
    faults[`${path}.min_amounts`] = [{ key: 'validation.array_unique' }];
  }
  return faults;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function toRule({ when, steps }: WorkflowRuleIn): WorkflowRule {
  return {
    when: {
      ...(typeof when?.department_id === 'number' && { departmentId: when.department_id }),
      ...(when?.expense_type && { expenseType: when.expense_type }),
    },
    steps: steps.map(toStep),
  };
}

function toStep(step: WorkflowStepIn): WorkflowStep {
  return {
    name: step.name ?? null,
    assignee: step.user_ids ? { userIds: step.user_ids } : { role: step.role ?? '' },
    minAmount: step.min_amount ?? 0,
    minAmounts: Object.fromEntries((step.min_amounts ?? []).map(({ currency, amount }) => [currency, amount])),
    mode: step.mode ?? 'any',
  };
}
