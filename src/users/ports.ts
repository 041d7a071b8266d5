import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Transaction } from '../database';

/** What users tell approvals, in the transaction of the user's change. */
export interface OpenStepsPort {
  /** The user has left: the open steps that waited for them wait for others now, which their orders' record says. */
  reassign(tx: Transaction, actor: Actor, userId: number): Promise<void>;
}

/** Where the modules behind users plug in, once, while the application starts. */
@Injectable()
export class UserPorts {
  openSteps: OpenStepsPort = { reassign: () => Promise.resolve() };
}
