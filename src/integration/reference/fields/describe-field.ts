import type { Told } from '../../../platform/http';

export type Fields = Readonly<Record<string, Told>>;

/** A description of a field, with an example from the demo tenant. */
export const describeField = (description: string, example?: NonNullable<Told['example']>): Told =>
  example === undefined ? { description } : { description, example };
