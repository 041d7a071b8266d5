import type { FieldDescription } from '../../openapi/reference';

export type Fields = Readonly<Record<string, FieldDescription>>;

/** A description of a field, with an example from the demo tenant. */
export const describeField = (
  description: string,
  example?: NonNullable<FieldDescription['example']>,
): FieldDescription => (example === undefined ? { description } : { description, example });
