import { Injectable } from '@nestjs/common';
import type { BudgetPort, InvoiceFacts, OrderFollower, OrderMatching, ReceiptFacts } from './progress/ports';
import { WithoutBudgets } from './without-budgets';

/**
 * Where the modules behind orders plug in. Each sets its own port once, while the application starts; until then the
 * answer is that of a tenant that has none of it.
 */
@Injectable()
export class OrderPorts {
  budgets: BudgetPort;
  receipts: ReceiptFacts = { acceptedByItem: () => Promise.resolve(new Map()) };
  invoices: InvoiceFacts = {
    billedByItem: () => Promise.resolve(new Map()),
    approvedOf: () => Promise.resolve([]),
    standing: () => Promise.resolve({ live: 0, waiting: 0 }),
    isThreeWay: () => Promise.resolve(false),
  };

  matching: OrderMatching = { orderChanged: () => Promise.resolve() };

  follower: OrderFollower = { changed: () => undefined };

  constructor(withoutBudgets: WithoutBudgets) {
    this.budgets = withoutBudgets;
  }
}
