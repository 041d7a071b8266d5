import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueCertificate, type ReceiverCertificate } from '../receiver/certificate';

/** What a running `npm start` publishes for programs such as the tour. */
export interface Running {
  /** `http://127.0.0.1:port`. */
  readonly address: string;
  readonly token: string;
  /** Folder with `cert.pem` and `key.pem`, which the service trusts receivers under. */
  readonly certificate: string;
}

const FILE = 'running.json';

/** Writes it down for as long as the service runs. */
export function announceRunning(folder: string, running: Running): () => void {
  const path = join(folder, FILE);
  writeFileSync(path, JSON.stringify(running), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** The first copy of this checkout that runs, if any does. */
export function findRunning(root: string): Running | undefined {
  const states = join(root, '.procurement');
  const copies = existsSync(states) ? readdirSync(states).sort() : [];
  const path = copies.map((copy) => join(states, copy, FILE)).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : (JSON.parse(readFileSync(path, 'utf8')) as Running);
}

/** The folder's certificate for receivers on this machine; made where there is none yet. */
export async function keepCertificate(folder: string): Promise<ReceiverCertificate> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  if (!existsSync(cert) || !existsSync(key)) {
    const issued = await issueCertificate();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(key, issued.key, { mode: 0o600 });
    writeFileSync(cert, issued.cert);
  }
  return readCertificate(folder);
}

export function readCertificate(folder: string): ReceiverCertificate {
  return { cert: readFileSync(join(folder, 'cert.pem'), 'utf8'), key: readFileSync(join(folder, 'key.pem'), 'utf8') };
}
