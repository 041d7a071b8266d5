import knownAnswers from '../../../../../docs/verifiers/known-answers.json';
import { verifyService, verifyStandard } from '../../../../../docs/verifiers/verify';
import { signedHeaders } from '../../domain/signing';

it.each(knownAnswers)('verifies $name with the TypeScript verifier', ({ secret, body, headers, now, valid }) => {
  const raw = Buffer.from(body);
  expect({
    service: verifyService(raw, headers['x-service-signature'], secret),
    standard: verifyStandard(raw, headers, secret, now),
  }).toEqual(valid);
});

it('signs deliveries so that the verifiers accept them', () => {
  const [answer] = knownAnswers;
  if (!answer) throw new Error('there is a first known answer');
  const { secret, body, headers } = answer;
  const sent = signedHeaders({
    event: 'vendor.created',
    eventId: headers['webhook-id'],
    deliveryId: '1',
    attempt: 1,
    body,
    secrets: [secret],
    at: new Date(Number(headers['webhook-timestamp']) * 1000),
  });
  expect(sent).toMatchObject({
    'X-Service-Signature': headers['x-service-signature'],
    'webhook-signature': headers['webhook-signature'],
    'webhook-timestamp': headers['webhook-timestamp'],
  });
});
