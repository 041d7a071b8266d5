import type { JsonObject } from '../../../../platform/http';

// Schemas of the fields of events, by what a field holds.

export const id = (description: string): JsonObject => ({ type: 'integer', minimum: 1, description });
export const idOrNull = (description: string): JsonObject => ({ type: ['integer', 'null'], minimum: 1, description });
export const text = (description: string): JsonObject => ({ type: 'string', description });
export const textOrNull = (description: string): JsonObject => ({ type: ['string', 'null'], description });
export const amount = (description: string): JsonObject => ({
  type: 'number',
  description: `${description} In \`currency\`.`,
});
export const percent = (description: string): JsonObject => ({ type: 'number', description });
export const time = (description: string): JsonObject => ({ type: 'string', format: 'date-time', description });
export const oneOf = (description: string, ...values: string[]): JsonObject => ({
  type: 'string',
  enum: values,
  description,
});
export const fieldNames = (description: string): JsonObject => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
