import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A temporary self-signed certificate in PEM. */
export interface ReceiverCertificate {
  readonly cert: string;
  readonly key: string;
}

const YEAR = 365 * 86_400_000;

/** For local receivers and tests. The key is new each time; only processes with this WEBHOOK_CA_FILE trust it. */
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
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  });
  return { cert: issued.cert, key: issued.private };
}

/** Creates the certificate of local receivers, if it does not exist. */
export async function keepCertificate(folder: string): Promise<void> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  if (existsSync(cert) && existsSync(key)) return;
  const issued = await issueCertificate();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(key, issued.key, { mode: 0o600 });
  writeFileSync(cert, issued.cert);
}

export function readCertificate(folder: string): ReceiverCertificate {
  return { cert: readFileSync(join(folder, 'cert.pem'), 'utf8'), key: readFileSync(join(folder, 'key.pem'), 'utf8') };
}
