import { X509Certificate } from 'node:crypto';
import { issueCertificate } from './certificate';

const NOW = new Date('2030-03-04T05:06:07.000Z');

it('certifies the given names and addresses under its own authority', () => {
  const { ca, cert, key } = issueCertificate(['hooks.example.com', 'localhost', '127.0.0.1', '::1'], NOW, 10);
  const authority = new X509Certificate(ca);
  const leaf = new X509Certificate(cert);
  expect(authority.ca).toBe(true);
  expect(leaf.ca).toBe(false);
  expect(leaf.verify(authority.publicKey)).toBe(true);
  expect(leaf.checkIssued(authority)).toBe(true);
  expect(leaf.subjectAltName).toBe(
    'DNS:hooks.example.com, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
  );
  expect(leaf.checkHost('hooks.example.com')).toBe('hooks.example.com');
  expect(leaf.checkHost('example.com')).toBeUndefined();
  expect(new Date(leaf.validTo).toISOString()).toBe('2030-03-14T05:06:07.000Z');
  expect(key).toContain('BEGIN PRIVATE KEY');
});

it('makes another authority each time', () => {
  const [one, two] = [issueCertificate(['localhost'], NOW), issueCertificate(['localhost'], NOW)];
  expect(new X509Certificate(one.cert).verify(new X509Certificate(two.ca).publicKey)).toBe(false);
});
