import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { Outbox, type Transaction } from '../../database';
import { thresholdEvent } from './threshold-event';
import { plus, utilization } from '../domain/figures';
import { netChange, type Posting } from '../domain/postings';
import { crossing } from '../domain/thresholds';
import { LedgerRepository, type MovementDocument } from './ledger.repository';
import type { StoredBudget } from '../stored-budget';
import { UtilizationMarks } from './utilization-marks';

/** Writes movements down: into the ledger, onto the budget, and as an event where a threshold is crossed. */
@Injectable()
export class BudgetLedger {
  private readonly marks = new UtilizationMarks();

  constructor(
    private readonly ledger: LedgerRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Posts to a locked budget, and answers it as it is then; nothing is written for no postings. */
  async post(
    tx: Transaction,
    actor: Actor,
    budget: StoredBudget,
    document: MovementDocument,
    postings: readonly Posting[],
  ): Promise<StoredBudget> {
    if (postings.length === 0) return budget;
    const change = netChange(postings);
    await this.ledger.write(tx, budget.id, document, postings, { change, by: actor.userId, at: this.clock.now() });
    const after = { ...budget, figures: plus(budget.figures, change) };
    await this.alert(tx, budget, after);
    return after;
  }

  /**
   * Tells of the thresholds that a change crosses. Compared with the budget as the transaction found it: what falls and
   * rises again within one, an invoice that turns commitment into spending, has crossed nothing.
   */
  async alert(tx: Transaction, before: StoredBudget, after: StoredBudget): Promise<void> {
    const now = utilization(after.allocated, after.figures);
    const found = await this.marks.raise(tx, before.id, utilization(before.allocated, before.figures), now);
    const crossed = crossing(after.alertThresholds, found, now);
    if (crossed) await this.outbox.record(tx, 'budget.threshold_reached', thresholdEvent(after, crossed));
  }
}
