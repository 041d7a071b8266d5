import { serviceSignature, standardSignature } from './signature';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLDER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const BODY = '{"id":"0f0e","name":"شركة النخيل"}';

// Computed with `openssl dgst -sha256 -hmac` and `-mac HMAC -macopt hexkey:`, not with this code.
const HEX = 'fc1a21783a56675701b7a1f2b6c028324dd2f79fb19d87833f7d61d1ae2c3669';
const BASE64 = 'T8sbx+JM1ClLzbayPndcpj3OHDCT0NXSjO8IZhEdNdI=';

it('signs the body with the secret as it is displayed, in lowercase hex', () => {
  expect(serviceSignature(BODY, SECRET)).toBe(HEX);
});

it('signs id, time and body with the bytes of the secret', () => {
  expect(standardSignature({ id: 'evt-1', timestamp: 1735689600, body: BODY }, [SECRET])).toBe(`v1,${BASE64}`);
});

it('carries a signature for each secret while one is being replaced, newest first', () => {
  const both = standardSignature({ id: 'evt-1', timestamp: 1735689600, body: BODY }, [OLDER, SECRET]).split(' ');
  expect(both).toHaveLength(2);
  expect(both[0]).not.toBe(`v1,${BASE64}`);
  expect(both[1]).toBe(`v1,${BASE64}`);
});

it('changes with each thing it covers', () => {
  const message = { id: 'evt-1', timestamp: 1735689600, body: BODY };
  const signatures = [
    message,
    { ...message, id: 'evt-2' },
    { ...message, timestamp: 1735689601 },
    { ...message, body: `${BODY} ` },
  ].map((each) => standardSignature(each, [SECRET]));
  expect(new Set(signatures).size).toBe(4);
});
