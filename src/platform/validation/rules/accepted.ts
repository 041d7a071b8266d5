import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { Rule } from './rules';

type Condition = (object: object, value: unknown) => boolean;

interface Checked {
  readonly property: string;
  readonly conditions: readonly Condition[];
  readonly rules: readonly Rule[];
}

const known = new WeakMap<object, readonly Checked[] | null>();

/**
 * Whether `validateSync` would accept an object. It reads the metadata of all classes for each object; this reads them
 * once for each class (docs/decisions/accepted-input.md).
 * @returns false also for a class with decorators other than `ValidateIf` and `check`, which only class-validator knows
 */
export function isAccepted(input: object): boolean {
  let checks = known.get(input.constructor);
  if (checks === undefined) known.set(input.constructor, (checks = checksOf(input.constructor)));
  if (checks === null) return false;
  for (const checked of checks) if (!holds(checked, input)) return false;
  return true;
}

function holds({ property, conditions, rules }: Checked, input: object): boolean {
  const value = (input as Readonly<Record<string, unknown>>)[property];
  for (const condition of conditions) if (!condition(input, value)) return true;
  for (const rule of rules) if (rule(value)) return false;
  return true;
}

function checksOf(type: Function): readonly Checked[] | null {
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(type, '', false, false);
  const conditional = all.filter((one) => one.type === ValidationTypes.CONDITIONAL_VALIDATION);
  const checking = all.filter((one) => ruleOf(one.context) !== undefined);
  if (conditional.length + checking.length < all.length) return null;
  return [...new Set(all.map((one) => one.propertyName))].map((property) => ({
    property,
    conditions: conditional
      .filter((one) => one.propertyName === property)
      .map(({ constraints: [condition] }) => condition as Condition),
    rules: checking.filter((one) => one.propertyName === property).map(({ context }) => ruleOf(context) as Rule),
  }));
}

/** The rule that `check` stores with its constraint. */
const ruleOf = (context: unknown): Rule | undefined => (context as { readonly rule?: Rule } | undefined)?.rule;
