/** What operations do, by their ids, beyond their summaries. */
export const OPERATIONS: Readonly<Record<string, string>> = {};
