import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { Actor } from '../../../common/actor';
import type { Transaction } from '../transaction/transaction';
import type { AuditEntityType, Changes } from '../transaction/record-changes';

/** What was done to which record. */
export interface AuditRecord {
  /** Past tense: created, submitted, approved. */
  readonly action: string;
  readonly entityType: AuditEntityType;
  readonly entityId: number | null;
  /**
   * What else is to be known: the reason, the step. What the repositories noted of the record's changes is put beside it as
   * `changes`; a `changes` given here adds to that, for what no repository notes.
   */
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
    const entries = records.map((record) => withChanges(record, tx.changed.take(record.entityType, record.entityId)));
    for (const entry of entries) tell(tx, entry, now);
    void tx.send(
      `INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, request_id, action, entity_type, entity_id, details)
       SELECT $1, $2, $3, $4, $5, $6, entry->>'action', entry->>'entityType', (entry->>'entityId')::bigint, entry->'details'
         FROM jsonb_array_elements($7::jsonb) AS entry`,
      [tx.tenantId, now, actor.userId, actor.userName, actor.tokenId, actor.requestId, JSON.stringify(entries)],
    );
    return Promise.resolve();
  }
}

/** Entries about a record of which they change nothing that it shows. What is changed beside them is told by whoever changes it. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(['budget overridden', 'budget carried_forward']);

/** A record that an entry is about is told of by an event too. */
function tell(tx: Transaction, { action, entityType, entityId, details }: AuditRecord, at: Date): void {
  if (CHANGES_NOTHING.has(`${entityType} ${action}`)) return;
  tx.told.tell(entityType, entityId, {
    action,
    at,
    fields: Object.keys((details?.['changes'] as object | undefined) ?? {}),
  });
}

function withChanges(record: AuditRecord, noted: Changes | undefined): AuditRecord {
  if (!noted) return record;
  const given = record.details?.['changes'] as Changes | undefined;
  return { ...record, details: { ...record.details, changes: { ...noted, ...given } } };
}
