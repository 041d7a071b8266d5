import { randomBytes } from 'node:crypto';
import { formatSecret, secretBytes } from './secret';

it('shows 32 bytes as whsec_ and 44 characters of standard base64, and reads them back', () => {
  for (let round = 0; round < 200; round += 1) {
    const bytes = randomBytes(32);
    const secret = formatSecret(bytes);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretBytes(secret)).toEqual(bytes);
  }
});

it.each([0, 31, 33])('makes no secret of %d bytes', (length) => {
  expect(() => formatSecret(randomBytes(length))).toThrow(new RangeError('a webhook secret is 32 bytes'));
});

it.each([
  '',
  'whsec_',
  `${'A'.repeat(43)}=`,
  `whsec_${'A'.repeat(42)}==`,
  `whsec_${'-'.repeat(43)}=`,
  `whsec_${'A'.repeat(42)}B=`,
])('reads no secret from %j, and does not repeat it', (text) => {
  expect(() => secretBytes(text)).toThrow(/^not a webhook secret$/);
});
