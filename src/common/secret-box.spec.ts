import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SecretBox } from './secret-box';

const box = new SecretBox(randomBytes(32));

it('decrypts what it encrypted, whatever the text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => box.open(box.seal(text)) === text));
});

it('encrypts a text differently each time, and never shows it', () => {
  const seals = new Set(Array.from({ length: 50 }, () => box.seal('whsec_secret')));
  expect(seals.size).toBe(50);
  for (const seal of seals) {
    expect(seal).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(seal.slice(3), 'base64url').includes('whsec')).toBe(false);
  }
});

it('refuses a ciphertext with any byte changed', () => {
  const bytes = Buffer.from(box.seal('a secret').slice(3), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => box.open(`v1.${changed.toString('base64url')}`)).toThrow('does not open with this key');
  }
});

it('does not decrypt what another key encrypted', () => {
  const other = new SecretBox(randomBytes(32));
  expect(() => other.open(box.seal('a secret'))).toThrow('does not open with this key');
});

it.each(['', 'v1.', 'v2.AAAA', 'a secret', 'v1.AAAA'])('refuses %j, which is no ciphertext', (text) => {
  expect(() => box.open(text)).toThrow('not a sealed text');
});

it.each([0, 16, 31, 33, 44])('refuses a key of %d bytes', (length) => {
  expect(() => new SecretBox(randomBytes(length))).toThrow(RangeError);
});
