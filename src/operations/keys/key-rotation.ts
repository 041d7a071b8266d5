import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import type { KeyRing } from '../../common/secrets/secret-box';
import { SecretBox, sealedPrefix } from '../../common/secrets/secret-box';
import { ConfigurationError, ENVIRONMENT, type Environment, keyRingOf } from '../../platform/config';
import {
  canaryOf,
  KNOWN_KEYS,
  query,
  RETIRE_OTHER_KEYS,
  type SealedColumn,
  type SealedRow,
  type Transaction,
  UnitOfWork,
} from '../../platform/database';
import { STORED_RESPONSES } from '../../platform/http';
import { WAITING_MAIL } from '../../organisation/notifications';
import { PREVIOUS_WEBHOOK_SECRETS, WEBHOOK_SECRETS } from '../../integration/webhooks';

type Keys = Pick<Environment, 'APP_ENCRYPTION_KEY' | 'APP_ENCRYPTION_KEYS'>;

/** Number of values per kind that are encrypted with a key. */
export interface KeyUse {
  /** Null for values without a key id: encrypted by 0.1.0, or with `APP_ENCRYPTION_KEY` alone. */
  readonly key_id: string | null;
  /**
   * `seals`: encrypts new values. `opens`: decrypts existing values. `retired`: not needed since a rotation, and not in
   * the key ring any more. `missing`: unknown.
   */
  readonly part: 'seals' | 'opens' | 'missing' | 'retired';
  readonly values: number;
  readonly by_kind: Readonly<Record<string, number>>;
}

export interface SealedValues {
  readonly keys: readonly KeyUse[];
  /** Values that are not encrypted with the current key. */
  readonly to_rotate: number;
}

const COUNTED = 'SELECT kind, key_id, how_many FROM sealed_values_by_key() ORDER BY kind';

interface Counted {
  readonly kind: string;
  readonly key_id: string | null;
  readonly how_many: number;
}

/** Counts the encrypted values of all tenants by key. Reads every value once. */
@Injectable()
export class KeyStatus {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(ENVIRONMENT) private readonly environment: Keys,
  ) {}

  async read(): Promise<SealedValues> {
    const [counted, known] = await Promise.all([
      this.unitOfWork.unscoped<Counted>(query(COUNTED)),
      this.unitOfWork.unscoped<Known>(query(KNOWN_KEYS)),
    ]);
    const ring = keyRingOf(this.environment);
    const ids = new Set([...namedKeys(ring), ...[...known, ...counted].map(({ key_id }) => key_id)]);
    const keys = [...ids].map((id) => {
      const own = counted.filter(({ key_id }) => key_id === id);
      const by_kind = Object.fromEntries(own.map(({ kind, how_many }) => [kind, how_many]));
      return { key_id: id, part: partOf(id, ring, known), values: sum(own.map(({ how_many }) => how_many)), by_kind };
    });
    return { keys, to_rotate: sum(keys.filter(({ part }) => part !== 'seals').map(({ values }) => values)) };
  }
}

interface Known {
  readonly key_id: string;
  readonly retired: boolean;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Key ids that the key ring uses. With APP_ENCRYPTION_KEY alone, values have no key id. */
const namedKeys = ({ keys, format }: KeyRing): (string | null)[] =>
  format === 'v1' ? [null] : keys.map(({ id }) => id);

function partOf(id: string | null, ring: KeyRing, known: readonly Known[]): KeyUse['part'] {
  const named = namedKeys(ring);
  if (id === named[0]) return 'seals';
  // Values without a key id use a key of the ring, as checked at startup.
  if (id === null || named.includes(id)) return 'opens';
  const found = known.find(({ key_id }) => key_id === id);
  if (found?.retired) return 'retired';
  // Every start decrypts the canary of each key that is not retired, so the ring has the key under another id.
  return found ? 'opens' : 'missing';
}

/** All columns with encrypted values. */
const COLUMNS: readonly SealedColumn[] = [WEBHOOK_SECRETS, PREVIOUS_WEBHOOK_SECRETS, STORED_RESPONSES, WAITING_MAIL];

/** Values per transaction. */
const AT_ONCE = 500;

/** Tenants processed concurrently. Most have one or two values, and a transaction waits for the disk. */
const TENANTS_AT_ONCE = 4;

/** Passes over all tenants. Instances that still use an older key may write in the meantime. */
const MOST_PASSES = 3;

/** A value that no key can decrypt in its row: it was changed, or copied from another row. */
export interface UnreadableValue {
  readonly tenant_id: TenantId;
  readonly kind: string;
  /** Key of the row. */
  readonly row: Readonly<Record<string, unknown>>;
}

export interface RotatedKeys {
  /** The key that encrypts all values now. */
  readonly key_id: string;
  readonly rotated: number;
  readonly unreadable: readonly UnreadableValue[];
  /** Values that are not encrypted with the key, including unreadable ones. */
  readonly left: number;
  /** Ids of all other keys, which are not needed any more. */
  readonly retired: readonly string[];
}

/** Encrypts all values again with the first key of the ring. A repeated run continues with the remaining values. */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly status: KeyStatus,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Keys,
  ) {}

  /** @throws ConfigurationError without APP_ENCRYPTION_KEYS: values then have no key id */
  async run(report: (rotated: number) => void = () => undefined): Promise<RotatedKeys> {
    const keyId = this.sealingKey();
    const found = new Map<string, UnreadableValue>();
    let rotated = 0;
    let left = Infinity;
    for (let pass = 1; pass <= MOST_PASSES && left > found.size; pass += 1) {
      found.clear();
      rotated += await this.passOver(sealedPrefix(keyId), found, (more) => report(rotated + more));
      left = (await this.status.read()).to_rotate;
    }
    const retired = left === 0 ? await this.retireOthers(keyId) : [];
    // Sorted by tenant, because the order of processing varies.
    const unreadable = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
    return { key_id: keyId, rotated, unreadable, left, retired };
  }

  private sealingKey(): string {
    const { keys, format } = keyRingOf(this.environment);
    if (format === 'v2') return keys[0].id;
    throw new ConfigurationError([
      'APP_ENCRYPTION_KEYS: needed to rotate keys; give the present key an id and the new one before it, as docs/keys.md says',
    ]);
  }

  /** Processes all tenants once, several concurrently. @returns the number of values encrypted again */
  private async passOver(
    prefix: string,
    found: Map<string, UnreadableValue>,
    report: (rotated: number) => void,
  ): Promise<number> {
    const asked = query('SELECT tenants_with_other_keys($1) AS id', [prefix]);
    const tenants = (await this.unitOfWork.unscoped<{ id: TenantId }>(asked)).values();
    let rotated = 0;
    const work = async (): Promise<void> => {
      for (const { id } of tenants) {
        for (const column of COLUMNS) {
          const more = await this.rotateColumn(id, column, prefix, found);
          // `rotated += await` would add to the sum before the wait, and lose additions of concurrent work.
          rotated += more;
        }
        report(rotated);
      }
    };
    await Promise.all(Array.from({ length: TENANTS_AT_ONCE }, work));
    return rotated;
  }

  private async rotateColumn(
    tenantId: TenantId,
    column: SealedColumn,
    prefix: string,
    found: Map<string, UnreadableValue>,
  ): Promise<number> {
    let rotated = 0;
    let skip = 0;
    for (;;) {
      const page = { skip, most: AT_ONCE };
      const { replaced, unreadable, read } = await this.unitOfWork.run(tenantId, (tx) =>
        this.rotatePage(tx, column, prefix, page),
      );
      for (const value of unreadable) found.set(JSON.stringify(value), value);
      rotated += replaced;
      // Unreadable values stay in place, before the next ones.
      skip += unreadable.length;
      if (read < AT_ONCE) return rotated;
    }
  }

  /** Reads without locks, and replaces only values that did not change since: concurrent writers never wait and win. */
  private async rotatePage(
    tx: Transaction,
    column: SealedColumn,
    prefix: string,
    { skip, most }: { readonly skip: number; readonly most: number },
  ): Promise<{ readonly replaced: number; readonly unreadable: UnreadableValue[]; readonly read: number }> {
    const unreadable: UnreadableValue[] = [];
    const rows = await tx.query<SealedRow>(column.page, [tx.tenantId, prefix, skip, most]);
    const resealed = rows.flatMap((row) => {
      try {
        const place = column.place(tx.tenantId, row);
        return [{ ...row, resealed: this.box.seal(this.box.open(row.sealed, place), place) }];
      } catch {
        unreadable.push({ tenant_id: tx.tenantId, kind: column.kind, row: withoutValue(row) });
        return [];
      }
    });
    if (resealed.length === 0) return { replaced: 0, unreadable, read: rows.length };
    // A value that changed in the meantime is neither replaced nor returned.
    const replaced = await tx.query(column.replace, [tx.tenantId, JSON.stringify(resealed)]);
    return { replaced: replaced.length, unreadable, read: rows.length };
  }

  /** Retires all keys except `keyId`. The caller has checked that no value uses them. */
  private async retireOthers(keyId: string): Promise<string[]> {
    const values = [keyId, this.clock.now(), canaryOf(this.box), sealedPrefix(keyId)];
    const [retired] = await this.unitOfWork.unscoped<{ ids: string[] | null }>(query(RETIRE_OTHER_KEYS, values));
    const others = keyRingOf(this.environment).keys.map(({ id }) => id);
    return [...new Set([...others, ...(retired?.ids ?? [])])].filter((id) => id !== keyId).sort();
  }
}

const withoutValue = ({ sealed: _sealed, ...row }: SealedRow): Readonly<Record<string, unknown>> => row;
