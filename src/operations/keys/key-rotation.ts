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
import { KEPT_ANSWERS } from '../../platform/http';
import { WAITING_MAIL } from '../../organisation/notifications';
import { PREVIOUS_WEBHOOK_SECRETS, WEBHOOK_SECRETS } from '../../integration/webhooks';

type Keys = Pick<Environment, 'APP_ENCRYPTION_KEY' | 'APP_ENCRYPTION_KEYS'>;

/** How many values of each kind lie under a key. */
export interface KeyUse {
  /** Null for values that name no key: sealed by 0.1.0, or with `APP_ENCRYPTION_KEY` alone. */
  readonly key_id: string | null;
  /**
   * `seals`: new values are sealed under it. `opens`: it opens what lies under it. `retired`: nothing lay under it after a rotation,
   * and the ring does not have it any more. `missing`: nobody knows it.
   */
  readonly part: 'seals' | 'opens' | 'missing' | 'retired';
  readonly values: number;
  readonly by_kind: Readonly<Record<string, number>>;
}

/** Everything that is sealed, by key. */
export interface SealedValues {
  readonly keys: readonly KeyUse[];
  /** Values that are not under the key that seals. */
  readonly to_rotate: number;
}

const COUNTED = 'SELECT kind, key_id, how_many FROM sealed_values_by_key() ORDER BY kind';

interface Counted {
  readonly kind: string;
  readonly key_id: string | null;
  readonly how_many: number;
}

/** What lies under which key, of all tenants. It reads every sealed value once. */
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

/** Ids under which the ring seals: with APP_ENCRYPTION_KEY alone values name no key. */
const namedKeys = ({ keys, format }: KeyRing): (string | null)[] =>
  format === 'v1' ? [null] : keys.map(({ id }) => id);

function partOf(id: string | null, ring: KeyRing, known: readonly Known[]): KeyUse['part'] {
  const named = namedKeys(ring);
  if (id === named[0]) return 'seals';
  // One that names no key was sealed by one that the start has found in the ring.
  if (id === null || named.includes(id)) return 'opens';
  const found = known.find(({ key_id }) => key_id === id);
  if (found?.retired) return 'retired';
  // Every start opens the canary of a key that is not retired: the ring has it, under another id.
  return found ? 'opens' : 'missing';
}

/** Every column of sealed values. */
const COLUMNS: readonly SealedColumn[] = [WEBHOOK_SECRETS, PREVIOUS_WEBHOOK_SECRETS, KEPT_ANSWERS, WAITING_MAIL];

/** Values that one transaction seals anew. */
const AT_ONCE = 500;

/** Tenants whose values are sealed anew at a time: most have a value or two, and a transaction waits for the disk. */
const TENANTS_AT_ONCE = 4;

/** How often all tenants are gone through: instances that still seal under an older key may write meanwhile. */
const MOST_PASSES = 3;

/** A value that no key opens where it lies: it was changed, or copied from another row. */
export interface UnreadableValue {
  readonly tenant_id: TenantId;
  readonly kind: string;
  /** What its row is found by. */
  readonly row: Readonly<Record<string, unknown>>;
}

export interface RotatedKeys {
  /** The key that everything lies under now. */
  readonly key_id: string;
  readonly rotated: number;
  readonly unreadable: readonly UnreadableValue[];
  /** Values that are still not under the key, those that do not open included. */
  readonly left: number;
  /** Ids of the other keys of the ring and of those that a start needed until now: nothing lies under them any more. */
  readonly retired: readonly string[];
}

/** Seals everything anew under the first key of the ring. What is done stays done: run again, it goes on with the rest. */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly status: KeyStatus,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Keys,
  ) {}

  /**
   * @param tell called after each tenant with how many values were sealed anew so far
   * @throws ConfigurationError without APP_ENCRYPTION_KEYS: values are then sealed without the id of a key
   */
  async run(tell: (rotated: number) => void = () => undefined): Promise<RotatedKeys> {
    const keyId = this.sealingKey();
    const found = new Map<string, UnreadableValue>();
    let rotated = 0;
    let left = Infinity;
    for (let pass = 1; pass <= MOST_PASSES && left > found.size; pass += 1) {
      found.clear();
      rotated += await this.passOver(sealedPrefix(keyId), found, (more) => tell(rotated + more));
      left = (await this.status.read()).to_rotate;
    }
    const retired = left === 0 ? await this.retireOthers(keyId) : [];
    // By tenant, whichever was done first.
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

  /** Goes through all tenants once, several at a time. @returns how many values were sealed anew */
  private async passOver(
    prefix: string,
    found: Map<string, UnreadableValue>,
    tell: (rotated: number) => void,
  ): Promise<number> {
    const asked = query('SELECT tenants_with_other_keys($1) AS id', [prefix]);
    const tenants = (await this.unitOfWork.unscoped<{ id: TenantId }>(asked)).values();
    let rotated = 0;
    const work = async (): Promise<void> => {
      for (const { id } of tenants) {
        for (const column of COLUMNS) {
          const more = await this.rotateColumn(id, column, prefix, found);
          // Not `+= await`, which adds to the sum of before the wait: others add to it meanwhile.
          rotated += more;
        }
        tell(rotated);
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
      // They stay where they are, before what comes next.
      skip += unreadable.length;
      if (read < AT_ONCE) return rotated;
    }
  }

  /** Reads without locks and replaces what is still as it was read: who changes a row meanwhile waits for nobody, and wins. */
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
    // A value that was changed meanwhile is not replaced, and not returned.
    const replaced = await tx.query(column.replace, [tx.tenantId, JSON.stringify(resealed)]);
    return { replaced: replaced.length, unreadable, read: rows.length };
  }

  /** From now on a start needs none of the other keys: nothing lies under them. */
  private async retireOthers(keyId: string): Promise<string[]> {
    const values = [keyId, this.clock.now(), canaryOf(this.box), sealedPrefix(keyId)];
    const [retired] = await this.unitOfWork.unscoped<{ ids: string[] | null }>(query(RETIRE_OTHER_KEYS, values));
    const others = keyRingOf(this.environment).keys.map(({ id }) => id);
    return [...new Set([...others, ...(retired?.ids ?? [])])].filter((id) => id !== keyId).sort();
  }
}

const withoutValue = ({ sealed: _sealed, ...row }: SealedRow): Readonly<Record<string, unknown>> => row;
