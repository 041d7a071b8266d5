import { createHmac } from 'node:crypto';
import { formatSecret } from '../../domain/signing/secret';
import { signedHeaders } from './signed-headers';

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

it('tells what the specification says, signed by the newest secret', () => {
  expect(signedHeaders(facts)).toMatchObject({
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': 'vendor.created',
    'X-Service-Signature': createHmac('sha256', newer).update(facts.body).digest('hex'),
    'X-Service-Delivery': '77',
    'X-Service-Attempt': '2',
  });
});

it('carries the Standard Webhooks headers with a signature for each secret', () => {
  const headers = signedHeaders(facts);
  const sign = (byte: number) =>
    `v1,${createHmac('sha256', Buffer.alloc(32, byte)).update(`${facts.eventId}.1735689600.${facts.body}`).digest('base64')}`;
  expect(headers).toMatchObject({
    'webhook-id': facts.eventId,
    'webhook-timestamp': '1735689600',
    'webhook-signature': `${sign(1)} ${sign(2)}`,
  });
});
