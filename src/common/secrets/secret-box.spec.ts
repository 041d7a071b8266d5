import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { type EncryptionKey, type KeyRing, SecretBox, type SealedPlace } from './secret-box';

const keyOf = (id: string): EncryptionKey => ({ id, key: createSecretKey(randomBytes(32)) });
const ring = (format: KeyRing['format'], ...keys: [EncryptionKey, ...EncryptionKey[]]): SecretBox =>
  new SecretBox({ keys, format });

const PLACE: SealedPlace = { purpose: 'webhook secret', tenantId: 'a-tenant', record: '7' };
const ELSEWHERE: readonly SealedPlace[] = [
  { ...PLACE, purpose: 'kept answer' },
  { ...PLACE, tenantId: 'another-tenant' },
  { ...PLACE, record: '8' },
];
const [older, newer] = [keyOf('2026a'), keyOf('2026b')];

describe.each(['v1', 'v2'] as const)('a text encrypted as %s', (format) => {
  const box = ring(format, older);
  const head = format === 'v1' ? 'v1.' : 'v2.2026a.';

  it('is decrypted to the original for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => box.open(box.seal(text, PLACE), PLACE) === text));
  });

  it('differs each time, and never contains the text', () => {
    const seals = new Set(Array.from({ length: 50 }, () => box.seal('whsec_secret', PLACE)));
    expect(seals.size).toBe(50);
    for (const seal of seals) {
      expect(seal.slice(0, head.length)).toBe(head);
      expect(seal.slice(head.length)).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(Buffer.from(seal.slice(head.length), 'base64url').includes('whsec')).toBe(false);
    }
  });

  it('is not decrypted after a change of any byte', () => {
    const bytes = Buffer.from(box.seal('a secret', PLACE).slice(head.length), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(head + changed.toString('base64url'), PLACE)).toThrow('cannot be decrypted');
    }
  });

  it('is not decrypted with another key, even one with the same id', () => {
    const sealed = box.seal('a secret', PLACE);
    for (const stranger of [keyOf('2026a'), newer]) {
      expect(() => ring(format, stranger).open(sealed, PLACE)).toThrow('cannot be decrypted');
    }
  });

  it('is decrypted with every key of a ring, independent of its id in the ring', () => {
    const sealed = box.seal('a secret', PLACE);
    for (const keys of [
      [newer, older],
      [older, newer],
      [newer, { ...older, id: 'renamed' }],
    ] satisfies [EncryptionKey, ...EncryptionKey[]][]) {
      expect(ring('v2', ...keys).open(sealed, PLACE)).toBe('a secret');
    }
  });
});

it.each(ELSEWHERE)('a text is not decrypted in another place: $purpose $tenantId $record', (place) => {
  const box = ring('v2', older, newer);
  expect(() => box.open(box.seal('a secret', PLACE), place)).toThrow('cannot be decrypted with the key 2026a');
});

it('a text is not decrypted under another key id', () => {
  const box = ring('v2', older, newer);
  const renamed = box.seal('a secret', PLACE).replace('2026a', '2026b');
  expect(() => box.open(renamed, PLACE)).toThrow('cannot be decrypted with the key 2026b');
});

it('a text without a key id is decrypted anywhere, because 0.1.0 bound nothing to its place', () => {
  const sealed = ring('v1', older).seal('a secret', PLACE);
  for (const place of ELSEWHERE) expect(ring('v2', newer, older).open(sealed, place)).toBe('a secret');
});

it('a bound text is not decrypted as an unbound one', () => {
  const box = ring('v2', older);
  expect(() => box.open(box.seal('a secret', PLACE).replace('v2.2026a.', 'v1.'), PLACE)).toThrow('cannot be decrypted');
});

it.each(['', 'v1.', 'v2.AAAA', 'v2..AAAA', 'v3.AAAA', 'a secret', 'v1.AAAA', 'v2.2026a.AAAA'])(
  'rejects %j, which is not an encrypted text',
  (text) => {
    expect(() => ring('v2', older).open(text, PLACE)).toThrow('not an encrypted text');
  },
);
