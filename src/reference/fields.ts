import type { Told } from '../http';

/** Fields of requests, answers and events. */
export const FIELDS: Readonly<Record<string, Told>> = {};
