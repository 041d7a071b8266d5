import type { KeyObject } from 'node:crypto';

/** A key of 32 bytes and the name under which values say that it sealed them. */
export interface EncryptionKey {
  /** Lower-case letters, digits and hyphens, 32 at most. */
  readonly id: string;
  readonly key: KeyObject;
}

/** The keys of an installation: the first seals, every one of them opens. */
export interface KeyRing {
  readonly keys: readonly [EncryptionKey, ...EncryptionKey[]];
  /**
   * Whether a value names its key and is bound to its place (`v2`). A ring made of `APP_ENCRYPTION_KEY` alone still seals as
   * release 0.1.0 does (`v1`), so that instances of 0.1.0 beside it can open what it seals.
   */
  readonly format: 'v1' | 'v2';
}

/** The id of the key in `APP_ENCRYPTION_KEY`, where it stands alone. */
export const UNNAMED_KEY = 'default';
