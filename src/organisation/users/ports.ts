import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { requirePorts } from '../../common/errors/start-refusal';
import type { UserId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';

/** Implemented by `OpenInvoiceSteps` (invoices) and `OpenStepsService` (purchase-orders). */
export interface OpenStepsPort {
  /** Assigns the open approval steps of a departed user to others, and records it in the documents' history. */
  reassign(tx: Transaction, actor: Actor, userId: UserId): Promise<void>;
}

/** Dependencies of users on modules that they must not import. Each module sets its port during startup. */
@Injectable()
export class UserPorts implements OnApplicationBootstrap {
  openSteps: OpenStepsPort;
  openInvoiceSteps: OpenStepsPort;

  /** @throws StartRefusal for a port that is not set */
  onApplicationBootstrap(): void {
    requirePorts<UserPorts>(this, { openSteps: 'PurchaseOrdersModule', openInvoiceSteps: 'InvoicesModule' });
  }
}
