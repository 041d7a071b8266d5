import { randomBytes, createHmac } from 'node:crypto';
import { formatSecret, secretBytes, serviceSignature, standardSignature, signedHeaders } from './signing';

it('formats 32 bytes as whsec_ and 44 characters of standard base64, and parses them back', () => {
  for (let round = 0; round < 200; round += 1) {
    const bytes = randomBytes(32);
    const secret = formatSecret(bytes);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretBytes(secret)).toEqual(bytes);
  }
});

it.each([0, 31, 33])('rejects %d bytes as a secret', (length) => {
  expect(() => formatSecret(randomBytes(length))).toThrow(new RangeError('a webhook secret is 32 bytes'));
});

it.each([
  '',
  'whsec_',
  `${'A'.repeat(43)}=`,
  `whsec_${'A'.repeat(42)}==`,
  `whsec_${'-'.repeat(43)}=`,
  `whsec_${'A'.repeat(42)}B=`,
])('rejects %j as a secret without repeating it', (text) => {
  expect(() => secretBytes(text)).toThrow(/^not a webhook secret$/);
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLDER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const BODY = '{"id":"0f0e","name":"شركة النخيل"}';

// Computed with `openssl dgst -sha256 -hmac` and `-mac HMAC -macopt hexkey:`, independent of this code.
const HEX = 'fc1a21783a56675701b7a1f2b6c028324dd2f79fb19d87833f7d61d1ae2c3669';
const BASE64 = 'T8sbx+JM1ClLzbayPndcpj3OHDCT0NXSjO8IZhEdNdI=';

it('signs the body with the secret as displayed, in lowercase hex', () => {
  expect(serviceSignature(BODY, SECRET)).toBe(HEX);
});

it('signs id, time and body with the bytes of the secret', () => {
  expect(standardSignature({ id: 'evt-1', timestamp: 1735689600, body: BODY }, [SECRET])).toBe(`v1,${BASE64}`);
});

it('returns one signature per secret during a rotation, newest first', () => {
  const both = standardSignature({ id: 'evt-1', timestamp: 1735689600, body: BODY }, [OLDER, SECRET]).split(' ');
  expect(both).toHaveLength(2);
  expect(both[0]).not.toBe(`v1,${BASE64}`);
  expect(both[1]).toBe(`v1,${BASE64}`);
});

it('returns another signature if any signed part changes', () => {
  const message = { id: 'evt-1', timestamp: 1735689600, body: BODY };
  const signatures = [
    message,
    { ...message, id: 'evt-2' },
    { ...message, timestamp: 1735689601 },
    { ...message, body: `${BODY} ` },
  ].map((each) => standardSignature(each, [SECRET]));
  expect(new Set(signatures).size).toBe(4);
});

const [newer, older] = [formatSecret(Buffer.alloc(32, 1)), formatSecret(Buffer.alloc(32, 2))];
const facts = {
  event: 'vendor.created' as const,
  eventId: '4f0c9d0e-6a53-4a52-9d8e-2f1f5e7c1a10',
  deliveryId: '77',
  attempt: 2,
  body: '{"id":"4f0c9d0e"}',
  secrets: [newer, older] as [string, string],
  at: new Date('2025-01-01T00:00:00.999Z'),
};

it('returns the headers of the specification, signed with the newest secret', () => {
  expect(signedHeaders(facts)).toMatchObject({
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': 'vendor.created',
    'X-Service-Signature': createHmac('sha256', newer).update(facts.body).digest('hex'),
    'X-Service-Delivery': '77',
    'X-Service-Attempt': '2',
  });
});

it('returns the Standard Webhooks headers with one signature per secret', () => {
  const headers = signedHeaders(facts);
  const sign = (byte: number) =>
    `v1,${createHmac('sha256', Buffer.alloc(32, byte)).update(`${facts.eventId}.1735689600.${facts.body}`).digest('base64')}`;
  expect(headers).toMatchObject({
    'webhook-id': facts.eventId,
    'webhook-timestamp': '1735689600',
    'webhook-signature': `${sign(1)} ${sign(2)}`,
  });
});
