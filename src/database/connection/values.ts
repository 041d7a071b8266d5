import { types } from 'node:util';

/**
 * The values of a statement in a form that node-postgres can always send. Objects become JSON here, before anything is sent: an
 * object without JSON must fail first, not when half of a transaction has been sent.
 * @throws TypeError when an object has no JSON, because it holds itself or a bigint
 */
export function encodable(values: readonly unknown[]): unknown[] {
  return values.map(encodableValue);
}

function encodableValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || types.isDate(value) || ArrayBuffer.isView(value)) return value;
  return Array.isArray(value) ? value.map(encodableValue) : JSON.stringify(value);
}
