import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Says how a sealed text was made, so that another way can be added beside it later. */
const VERSION = 'v1.';

/**
 * Encrypts short texts for storage (webhook secrets, kept answers that show one): AES-256-GCM with a random nonce, so
 * a changed byte is noticed and the same text never looks the same twice.
 */
export class SecretBox {
  /**
   * @param key 32 bytes
   * @throws RangeError when it is not
   */
  constructor(private readonly key: Buffer) {
    if (key.length !== KEY_BYTES) throw new RangeError(`an encryption key is ${KEY_BYTES} bytes`);
  }

  /** `v1.` and the base64url of nonce, ciphertext and tag. */
  seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce);
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return VERSION + sealed.toString('base64url');
  }

  /**
   * The text that was sealed.
   * @throws Error when it was sealed under another key, in another way, or has been changed
   */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed text');
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new Error('a sealed text does not open with this key', { cause });
    }
  }
}
