import { invoices } from './invoices';
import { createVendor, masterData } from './master-data';
import { orders } from './orders';
import { people } from './people';
import { draft, trade } from './trade';
import type { Verb } from './verb';

/** Without these there is little to change. */
const beginnings = { createVendor, draft, trade, tradeAgain: trade };

/** Everything that changes a record, by a name of its own, in the groups of which one is drawn for each turn. */
export const TURNS: readonly Readonly<Record<string, Verb>>[] = [
  ...[masterData, people, orders, orders, invoices, beginnings],
];

/** What is done first, so that there is a record of every kind. */
export const FIRST: readonly string[] = [
  ...['createVendor', 'createDepartment', 'createProject', 'createBudget', 'invite', 'subscribe', 'trade'],
];
