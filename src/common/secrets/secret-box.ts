import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** A key of 32 bytes with the id that encrypted values contain. */
export interface EncryptionKey {
  /** Lower-case letters, digits and hyphens, at most 32. */
  readonly id: string;
  readonly key: KeyObject;
}

/** The first encrypts, all decrypt. */
export interface KeyRing {
  readonly keys: readonly [EncryptionKey, ...EncryptionKey[]];
  /**
   * `v2` values contain the key id and are bound to their place. A ring of only `APP_ENCRYPTION_KEY` still encrypts as
   * release 0.1.0 does (`v1`), so that instances of 0.1.0 can decrypt its values.
   */
  readonly format: 'v1' | 'v2';
}

/** The id of the key in `APP_ENCRYPTION_KEY` if it is the only one. */
export const UNNAMED_KEY = 'default';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `v1.<bytes>` or `v2.<key id>.<bytes>`; the bytes are nonce, ciphertext and tag in base64url. */
const SEALED = /^(?:v1|v2\.([a-z0-9-]{1,32}))\.([A-Za-z0-9_-]+)$/;

/** A value cannot be decrypted in another place. */
export interface SealedPlace {
  /** Such as `webhook secret`. */
  readonly purpose: string;
  /** Empty for values without a tenant. */
  readonly tenantId: string;
  /** Identifies the record within the tenant, as far as known at encryption. */
  readonly record: string;
}

export const sealedPrefix = (keyId: string): string => `v2.${keyId}.`;

/**
 * Encrypts short texts for storage (webhook secrets, stored responses with a secret, pending mail) with AES-256-GCM and
 * a random nonce. Changed bytes are detected, and equal texts give different results. Key id and place are associated
 * data, so a value copied to another row, tenant or column cannot be decrypted.
 */
export class SecretBox {
  constructor(private readonly ring: KeyRing) {}

  seal(text: string, place: SealedPlace): string {
    const [{ id, key }] = this.ring.keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    if (this.ring.format === 'v2') cipher.setAAD(associated(id, place));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return (this.ring.format === 'v2' ? sealedPrefix(id) : 'v1.') + sealed.toString('base64url');
  }

  /**
   * Decrypts a text for its place. A value of 0.1.0 has no key id or place, so all keys are tried.
   * @throws Error when no key of the ring encrypted it for this place, or when it was changed
   */
  open(sealed: string, place: SealedPlace): string {
    const [, keyId, text = ''] = SEALED.exec(sealed) ?? [];
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('not an encrypted text');
    const aad = keyId === undefined ? undefined : associated(keyId, place);
    let cause: unknown;
    for (const key of this.candidates(keyId)) {
      try {
        return decrypt(bytes, key, aad);
      } catch (error) {
        cause = error;
      }
    }
    throw new Error(`the text cannot be decrypted ${keyId === undefined ? 'with this key' : `with the key ${keyId}`}`, {
      cause,
    });
  }

  /** The named key first, then the others: a key that moves to the other variable has two ids. The tag verifies it. */
  private candidates(keyId: string | undefined): readonly KeyObject[] {
    const named = this.ring.keys.filter(({ id }) => id === keyId);
    const others = this.ring.keys.filter(({ id }) => id !== keyId);
    return [...named, ...others].map(({ key }) => key);
  }
}

function associated(keyId: string, { purpose, tenantId, record }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify(['procurement', keyId, purpose, tenantId, record]));
}

/** @throws Error when the tag does not match these bytes and this key */
function decrypt(bytes: Buffer, key: KeyObject, aad: Buffer | undefined): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  if (aad) decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
