import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '../../common/secrets/secret-box';
import { ENVIRONMENT, type Environment, keyRingOf } from '../../platform/config';
import { KNOWN_KEYS, query, UnitOfWork } from '../../platform/database';

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
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'APP_ENCRYPTION_KEY' | 'APP_ENCRYPTION_KEYS'>,
  ) {}

  async read(): Promise<SealedValues> {
    const [counted, known] = await Promise.all([
      this.unitOfWork.unscoped<Counted>(
        query('SELECT kind, key_id, how_many FROM sealed_values_by_key() ORDER BY kind'),
      ),
      this.unitOfWork.unscoped<Known>(query(KNOWN_KEYS)),
    ]);
    const ring = keyRingOf(this.environment);
    const ids = new Set([
      ...namedKeys(ring),
      ...known.map(({ key_id }) => key_id),
      ...counted.map(({ key_id }) => key_id),
    ]);
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
