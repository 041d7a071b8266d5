import type { Told } from '../http';

/** Parameters of paths and queries. */
export const PARAMETERS: Readonly<Record<string, Told>> = {};
