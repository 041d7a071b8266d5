import type { Told } from '../../../platform/http';

export type Fields = Readonly<Record<string, Told>>;

/** What a field means, and a value of the demo tenant. */
export const told = (description: string, example?: NonNullable<Told['example']>): Told =>
  example === undefined ? { description } : { description, example };
