import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { Actor } from '../../../common/actor';
import type { Transaction } from '../transaction/transaction';
import type { AuditEntityType, Changes } from '../transaction/record-changes';

export interface AuditRecord {
  /** Past tense: created, submitted, approved. */
  readonly action: string;
  readonly entityType: AuditEntityType;
  readonly entityId: number | null;
  /** Further data, such as the reason. `changes` given here are merged with those that repositories noted. */
  readonly details?: Readonly<Record<string, unknown>>;
}

@Injectable()
export class AuditLog {
  constructor(private readonly clock: Clock) {}

  /** Resolves at once: the entry is not needed before the commit, so it costs no extra round trip. */
  record(tx: Transaction, actor: Actor, ...records: readonly AuditRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    const now = this.clock.now();
    const entries = records.map((record) => withChanges(record, tx.changed.take(record.entityType, record.entityId)));
    for (const entry of entries) addPlainEvent(tx, entry, now);
    void tx.send(
      `INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, request_id, action, entity_type, entity_id, details)
       SELECT $1, $2, $3, $4, $5, $6, entry->>'action', entry->>'entityType', (entry->>'entityId')::bigint, entry->'details'
         FROM jsonb_array_elements($7::jsonb) AS entry`,
      [tx.tenantId, now, actor.userId, actor.userName, actor.tokenId, actor.requestId, JSON.stringify(entries)],
    );
    return Promise.resolve();
  }
}

/** Entries that change no visible field of their record. Code that changes other records publishes events for those. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(['budget overridden', 'budget carried_forward']);

function addPlainEvent(tx: Transaction, { action, entityType, entityId, details }: AuditRecord, at: Date): void {
  if (CHANGES_NOTHING.has(`${entityType} ${action}`)) return;
  tx.outboxEvents.addEntry(entityType, entityId, {
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
