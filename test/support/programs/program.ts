import { delimiter } from 'node:path';
import { findProgram } from '../../../tools/servers/processes';
import { installDebians, ProgramMissing } from './debian';

/** What tests run that is not ours, by the name of the program, with its package in Debian. */
const PACKAGES = {
  // Samples, clients and verifiers in other languages.
  python3: 'python3',
  curl: 'curl',
  bash: 'bash',
  // What operators run around the service (test/operations).
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  amtool: 'prometheus-alertmanager',
  kubectl: 'kubernetes-client',
  pg_basebackup: 'postgresql-15',
  initdb: 'postgresql-15',
  pgbackrest: 'pgbackrest',
  openssl: 'openssl',
  'redis-sentinel': 'redis-sentinel',
} as const;
export type Program = keyof typeof PACKAGES;

/** Debian's own go first, whatever else is on the PATH; some are not for everybody's PATH there. */
const searchPath = (): string =>
  ['/usr/bin', '/usr/sbin', '/usr/lib/postgresql/15/bin', process.env['PATH'] ?? ''].join(delimiter);

/**
 * Where a program is that a test runs.
 * @throws ProgramMissing, one line telling what to install
 */
export function program(name: Program, folders = searchPath()): string {
  const found = findProgram([name], folders);
  if (found !== undefined) return found;
  throw new ProgramMissing(
    `This test needs ${name}: install it (apt-get install ${PACKAGES[name]}, or with the package manager that you have), and run it again.`,
  );
}

/**
 * Installs Debian's packages where programs are missing and we may: before the tests, for two of them would install at once.
 * Where we may not, the tests that need one fail.
 */
export function bringPrograms(names: readonly Program[]): void {
  const missing = names.filter((name) => findProgram([name], searchPath()) === undefined);
  if (missing.length > 0) installDebians([...new Set(missing.map((name) => PACKAGES[name]))]);
}
