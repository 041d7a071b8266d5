import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { SecretBox, type SealedPlace } from '../../../common/secrets/secret-box';
import { type Transaction, UnitOfWork, query, type SealedColumn, type SealedRow } from '../../database';
import { Periodic, type Repetition } from '../../periodic';
import type { FixedAnswer, KeyedRequest } from './idempotency-key';
import type { TenantId } from '../../../common/records/ids';

export const answerPlace = (tenantId: TenantId, tokenId: number, key: string): SealedPlace => ({
  purpose: 'kept answer',
  tenantId,
  record: `${tokenId} ${key}`,
});

export const STORED_RESPONSES: SealedColumn<SealedRow & { readonly token_id: number; readonly key: string }> = {
  kind: 'kept_answers',
  page: `SELECT token_id, key, sealed_body AS sealed FROM idempotency_keys
          WHERE tenant_id = $1 AND NOT starts_with(sealed_body, $2) ORDER BY token_id, key OFFSET $3 LIMIT $4`,
  replace: `UPDATE idempotency_keys k SET sealed_body = r.resealed
              FROM jsonb_to_recordset($2::jsonb) AS r (token_id bigint, key text, sealed text, resealed text)
             WHERE k.tenant_id = $1 AND k.token_id = r.token_id AND k.key = r.key AND k.sealed_body = r.sealed
            RETURNING k.key`,
  place: (tenantId, { token_id, key }) => answerPlace(tenantId, token_id, key),
};

const HOUR = 3_600_000;

const RETENTION_MILLISECONDS = 24 * HOUR;

/** Keys per DELETE statement. */
const AT_ONCE = 5_000;

/** `pending` while a request outside a transaction is running. */
export interface IdempotencyRecord {
  readonly fingerprint: Buffer;
  readonly answer: FixedAnswer | 'pending';
}

interface Row {
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly sealed_body: string | null;
}

const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('idempotency/' || $1 || '/' || $2 || '/' || $3, 0)) AS ours`;
const FIND = `SELECT fingerprint, status, headers, sealed_body FROM idempotency_keys
               WHERE tenant_id = $1 AND token_id = $2 AND key = $3 AND expires_at > $4`;
// Overwrites an expired key that has not been deleted yet.
const SAVE = `INSERT INTO idempotency_keys AS k
    (tenant_id, token_id, key, fingerprint, status, headers, sealed_body, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (tenant_id, token_id, key) DO UPDATE
     SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status, headers = EXCLUDED.headers,
         sealed_body = EXCLUDED.sealed_body, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`;

@Injectable()
export class IdempotencyRecordsRepository {
  constructor(
    private readonly clock: Clock,
    private readonly box: SecretBox,
  ) {}

  /**
   * Locks the key until the transaction ends, also if the process crashes.
   * @returns the stored entry, `free` without one, `busy` when another transaction has the lock
   */
  async take(tx: Transaction, { tokenId, key }: KeyedRequest): Promise<IdempotencyRecord | 'free' | 'busy'> {
    // Sent together. The second statement starts after the first, so it sees the commit of the previous lock holder.
    const [[lock], [row]] = await Promise.all([
      tx.query<{ ours: boolean }>(TRY_LOCK, [tx.tenantId, String(tokenId), key]),
      tx.query<Row>(FIND, [tx.tenantId, tokenId, key, this.clock.now()]),
    ]);
    if (!lock?.ours) return 'busy';
    if (!row) return 'free';
    return { fingerprint: row.fingerprint, answer: this.answerOf(row, answerPlace(tx.tenantId, tokenId, key)) };
  }

  async save(tx: Transaction, request: KeyedRequest, { status, headers, body }: FixedAnswer): Promise<void> {
    const place = answerPlace(tx.tenantId, request.tokenId, request.key);
    const sealed = body === null ? null : this.box.seal(body, place);
    await this.write(tx, request, [status, JSON.stringify(headers), sealed], RETENTION_MILLISECONDS);
  }

  async announce(tx: Transaction, request: KeyedRequest, milliseconds: number): Promise<void> {
    await this.write(tx, request, [null, null, null], milliseconds);
  }

  async forget(tx: Transaction, { tokenId, key }: KeyedRequest): Promise<void> {
    await tx.query('DELETE FROM idempotency_keys WHERE tenant_id = $1 AND token_id = $2 AND key = $3', [
      tx.tenantId,
      tokenId,
      key,
    ]);
  }

  private async write(
    tx: Transaction,
    { tokenId, key, fingerprint }: KeyedRequest,
    answer: readonly unknown[],
    milliseconds: number,
  ): Promise<void> {
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + milliseconds);
    await tx.query(SAVE, [tx.tenantId, tokenId, key, fingerprint, ...answer, now, expiresAt]);
  }

  private answerOf({ status, headers, sealed_body: sealed }: Row, place: SealedPlace): IdempotencyRecord['answer'] {
    if (status === null) return 'pending';
    return { status, headers: headers ?? {}, body: sealed === null ? null : this.box.open(sealed, place) };
  }
}

/** Only limits the size of the table: expired keys are ignored anyway. */
@Injectable()
export class ExpiredKeys {
  private readonly pruning: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.pruning = periodic.add({
      name: 'Expired idempotency keys',
      every: HOUR,
      failure: 'Expired keys could not be deleted',
      run: () => this.prune(),
    });
  }

  async prune(): Promise<number> {
    let all = 0;
    for (;;) {
      const [row] = await this.unitOfWork.unscoped<{ gone: number }>(
        query('SELECT forget_idempotency_keys($1, $2) AS gone', [this.clock.now(), AT_ONCE]),
      );
      const gone = row?.gone ?? 0;
      all += gone;
      if (gone < AT_ONCE || this.pruning.stopped) return all;
    }
  }
}
