import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { Actor } from '../../common/actor';
import type { Transaction } from '../transaction/transaction';

/** What was done to which record. */
export interface AuditRecord {
  /** Past tense: created, submitted, approved. */
  readonly action: string;
  /** purchase_order, vendor, invoice, ... */
  readonly entityType: string;
  readonly entityId: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The append-only record of who did what. Written in the transaction of the change. */
@Injectable()
export class AuditLog {
  constructor(private readonly clock: Clock) {}

  /** Resolves at once: the entry is not needed before the commit, so it costs no round trip of its own. */
  record(tx: Transaction, actor: Actor, ...records: readonly AuditRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    const now = this.clock.now();
    void tx.send(
      `INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, request_id, action, entity_type, entity_id, details)
       SELECT $1, $2, $3, $4, $5, $6, entry->>'action', entry->>'entityType', (entry->>'entityId')::bigint, entry->'details'
         FROM jsonb_array_elements($7::jsonb) AS entry`,
      [tx.tenantId, now, actor.userId, actor.userName, actor.tokenId, actor.requestId, JSON.stringify(records)],
    );
    return Promise.resolve();
  }
}
