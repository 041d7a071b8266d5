import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** A throw-away certificate that is its own authority, in PEM. */
export interface ReceiverCertificate {
  readonly cert: string;
  readonly key: string;
}

const YEAR = 365 * 86_400_000;

/**
 * A certificate for these host names and addresses. For receivers on a developer's machine and in tests: its key is
 * made new each time, and it is trusted only where somebody names it (WEBHOOK_CA_FILE).
 */
export async function issueCertificate(
  hosts: readonly string[] = ['localhost', '127.0.0.1'],
): Promise<ReceiverCertificate> {
  const issued = await generate([{ name: 'commonName', value: hosts[0] ?? 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + YEAR),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  });
  return { cert: issued.cert, key: issued.private };
}
