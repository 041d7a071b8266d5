import { types } from 'node:util';

/**
 * The values of a statement as node-postgres can send them for certain. Objects become their JSON here, before anything of
 * the statement is written: one that has none must fail before it leaves, not when half of a transaction has left.
 * @throws TypeError when an object has no JSON, because it holds itself or a bigint
 */
export function encodable(values: readonly unknown[]): unknown[] {
  return values.map(encodableValue);
}

function encodableValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || types.isDate(value) || ArrayBuffer.isView(value)) return value;
  return Array.isArray(value) ? value.map(encodableValue) : JSON.stringify(value);
}
