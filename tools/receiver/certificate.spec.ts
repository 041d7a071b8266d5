import { X509Certificate } from 'node:crypto';
import { issueCertificate } from './certificate';

it('certifies the given names and addresses, and is self-signed', async () => {
  const { cert, key } = await issueCertificate(['hooks.example.com', 'localhost', '127.0.0.1', '::1']);
  const certificate = new X509Certificate(cert);
  expect(certificate.ca).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subjectAltName).toBe(
    'DNS:hooks.example.com, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
  );
  expect(certificate.checkHost('hooks.example.com')).toBe('hooks.example.com');
  expect(certificate.checkHost('example.com')).toBeUndefined();
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 300 * 86_400_000);
  expect(key).toContain('BEGIN PRIVATE KEY');
});

it('creates a new certificate each time', async () => {
  const [one, two] = [await issueCertificate(['localhost']), await issueCertificate(['localhost'])];
  expect(new X509Certificate(one.cert).verify(new X509Certificate(two.cert).publicKey)).toBe(false);
});
