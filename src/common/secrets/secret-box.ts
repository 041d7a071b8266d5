import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

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

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `v1.<bytes>`, or `v2.<key id>.<bytes>`; the bytes are nonce, ciphertext and tag in base64url. */
const SEALED = /^(?:v1|v2\.([a-z0-9-]{1,32}))\.([A-Za-z0-9_-]+)$/;

/** Where a sealed value belongs. What was sealed for one place does not open in another. */
export interface SealedPlace {
  /** What the value is for: `webhook secret`. */
  readonly purpose: string;
  /** Empty for what belongs to no tenant. */
  readonly tenantId: string;
  /** What tells the record from others of the tenant, as far as it is known when the value is sealed. */
  readonly record: string;
}

/** What the values under a key begin with. */
export const sealedPrefix = (keyId: string): string => `v2.${keyId}.`;

/**
 * Encrypts short texts for storage (webhook secrets, kept answers that show one, waiting mail): AES-256-GCM with a random nonce,
 * so a changed byte is noticed and the same text never looks the same twice. Key id and place are associated data: a value that
 * is copied to another row, tenant or column does not open there.
 */
export class SecretBox {
  constructor(private readonly ring: KeyRing) {}

  /** Seals under the first key of the ring. */
  seal(text: string, place: SealedPlace): string {
    const [{ id, key }] = this.ring.keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    if (this.ring.format === 'v2') cipher.setAAD(associated(id, place));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return (this.ring.format === 'v2' ? sealedPrefix(id) : 'v1.') + sealed.toString('base64url');
  }

  /**
   * The text that was sealed for this place. A value of 0.1.0, which names no key and no place, opens with whichever key sealed it.
   * @throws Error when no key of the ring sealed it for this place, or when it has been changed
   */
  open(sealed: string, place: SealedPlace): string {
    const [, keyId, text = ''] = SEALED.exec(sealed) ?? [];
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed text');
    const aad = keyId === undefined ? undefined : associated(keyId, place);
    let cause: unknown;
    for (const key of this.candidates(keyId)) {
      try {
        return decrypt(bytes, key, aad);
      } catch (error) {
        cause = error;
      }
    }
    throw new Error(`a sealed text does not open ${keyId === undefined ? 'with this key' : `as of the key ${keyId}`}`, {
      cause,
    });
  }

  /**
   * The key of this id first, then the others: while an installation moves from one variable to the other, the same key has two
   * names. Whether a key is the right one is for its tag to say.
   */
  private candidates(keyId: string | undefined): readonly KeyObject[] {
    const named = this.ring.keys.filter(({ id }) => id === keyId);
    const others = this.ring.keys.filter(({ id }) => id !== keyId);
    return [...named, ...others].map(({ key }) => key);
  }
}

function associated(keyId: string, { purpose, tenantId, record }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify(['procurement', keyId, purpose, tenantId, record]));
}

/** @throws Error when the tag is not that of these bytes under this key */
function decrypt(bytes: Buffer, key: KeyObject, aad: Buffer | undefined): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  if (aad) decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
