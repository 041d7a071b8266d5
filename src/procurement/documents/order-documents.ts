import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { OrderId } from '../../common/records/ids';
import type { Transaction } from '../../platform/database';
import { type AuditedDocument, noteDocument } from './entities/document.entity';
import { Orphans } from './storage/orphans';
import { StoredObjectsRepository } from './storage/stored-objects.repository';

/** The URL is http or https and is never fetched. */
export interface LinkInput {
  readonly name: string;
  readonly url: string;
}

/** Attaches links (name and URL) to orders, in the transaction that writes the order. */
@Injectable()
export class OrderLinks {
  constructor(private readonly clock: Clock) {}

  /** @param orderId an order that this transaction has locked or inserted */
  async attach(tx: Transaction, actor: Actor, orderId: OrderId, links: readonly LinkInput[]): Promise<void> {
    if (links.length === 0) return;
    const added = await tx.query<AuditedDocument>(
      `INSERT INTO documents (tenant_id, purchase_order_id, name, url, created_by_id, created_at)
       SELECT $1, $2, link.value->>'name', link.value->>'url', $3, $4
         FROM jsonb_array_elements($5::jsonb) WITH ORDINALITY AS link (value, position)
        ORDER BY link.position
       RETURNING id, name, url`,
      [tx.tenantId, orderId, actor.userId, this.clock.now(), JSON.stringify(links)],
    );
    for (const link of added) noteDocument(tx, { kind: 'purchase_order', id: orderId }, link.id, null, link);
  }

  /**
   * Replaces the links of an order. Equal links retain their ids; uploads stay.
   * @param orderId an order that this transaction has locked
   */
  async replace(tx: Transaction, actor: Actor, orderId: OrderId, links: readonly LinkInput[]): Promise<void> {
    const rows = await tx.query<AuditedDocument & { readonly url: string; readonly removed: boolean }>(
      `WITH wanted AS (
         SELECT value->>'name' AS name, value->>'url' AS url FROM jsonb_array_elements($3::jsonb) AS value
       ), removed AS (
         DELETE FROM documents d
          WHERE d.tenant_id = $1 AND d.purchase_order_id = $2 AND d.url IS NOT NULL
            AND NOT EXISTS (SELECT FROM wanted w WHERE w.name = d.name AND w.url = d.url)
         RETURNING d.id, d.name, d.url
       )
       SELECT id, name, url, true AS removed FROM removed
       UNION ALL
       SELECT d.id, d.name, d.url, false FROM documents d JOIN wanted w ON w.name = d.name AND w.url = d.url
        WHERE d.tenant_id = $1 AND d.purchase_order_id = $2`,
      [tx.tenantId, orderId, JSON.stringify(links)],
    );
    const kept = rows.filter(({ removed }) => !removed);
    for (const link of rows)
      if (link.removed) noteDocument(tx, { kind: 'purchase_order', id: orderId }, link.id, link, null);
    const known = new Set(kept.map(identity));
    const added = links.filter((link) => !known.has(identity(link)));
    await this.attach(tx, actor, orderId, added);
  }
}

@Injectable()
export class OrderUploads {
  constructor(
    private readonly objects: StoredObjectsRepository,
    private readonly orphans: Orphans,
  ) {}

  /**
   * Removes the stored files of an order after the commit, so that the quota is free immediately. Call it before the
   * order is deleted, because that deletes its documents. The sweep retries failed removals.
   */
  async removeAfterCommit(tx: Transaction, orderId: OrderId): Promise<void> {
    const objects = await this.objects.ofOrder(tx, orderId);
    if (objects.length === 0) return;
    tx.afterCommit(async () => {
      // One after the other: an order may have 50 files, and each removal needs a database connection.
      for (const object of objects) await this.orphans.discard(object);
    });
  }
}

const identity = (link: LinkInput): string => JSON.stringify([link.name, link.url]);
