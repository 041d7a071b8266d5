import { invoices } from './invoices';
import { createVendor, masterData } from './master-data';
import { orders } from './orders';
import { people } from './people';
import { draft, trade } from './trade';
import type { Verb } from './verb';

/** Changes that create new records to change. */
const beginnings = { createVendor, draft, trade, tradeAgain: trade };

/** All changes by name, in groups. Each turn draws a group, then a change. Orders are twice as likely. */
export const TURNS: readonly Readonly<Record<string, Verb>>[] = [
  ...[masterData, people, orders, orders, invoices, beginnings],
];

/** Changes that run first, so that a record of every kind exists. */
export const FIRST: readonly string[] = [
  ...['createVendor', 'createDepartment', 'createProject', 'createBudget', 'invite', 'subscribe', 'trade'],
];
