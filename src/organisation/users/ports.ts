import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { requirePorts } from '../../common/errors/start-refusal';
import type { UserId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';

/**
 * What users need from the documents that wait for approval, in the transaction of the user's change.
 * Implemented by `OpenInvoiceSteps` (invoices) and `OpenStepsService` (purchase-orders).
 */
export interface OpenStepsPort {
  /** Hands the open approval steps of a user who has left to others, and says so in their documents' history. */
  reassign(tx: Transaction, actor: Actor, userId: UserId): Promise<void>;
}

/** What users need from modules that they must not import; each provides its port while the application starts. */
@Injectable()
export class UserPorts implements OnApplicationBootstrap {
  openSteps: OpenStepsPort;
  openInvoiceSteps: OpenStepsPort;

  /** @throws StartRefusal naming a port that nobody provided */
  onApplicationBootstrap(): void {
    requirePorts<UserPorts>(this, { openSteps: 'PurchaseOrdersModule', openInvoiceSteps: 'InvoicesModule' });
  }
}
