/** Pino's levels as words: a collector that does not know its numbers would take every line for the same. */
export const WORDED_LEVELS = { level: (label: string): object => ({ level: label }) };
