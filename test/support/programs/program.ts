import { delimiter } from 'node:path';
import { findProgram } from '../../../tools/servers/processes';
import { installDebians, ProgramMissing } from './debian';

/** External programs that tests run, with their Debian packages. */
const PACKAGES = {
  // For samples, clients and verifiers in other languages.
  python3: 'python3',
  curl: 'curl',
  bash: 'bash',
  // For programs that operators run around the service (test/operations).
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

/** Debian's programs take precedence. Some are in folders that an ordinary user's PATH lacks. */
const searchPath = (): string =>
  ['/usr/bin', '/usr/sbin', '/usr/lib/postgresql/15/bin', process.env['PATH'] ?? ''].join(delimiter);

/**
 * The path of a program.
 * @throws ProgramMissing with the package to install, in one line
 */
export function program(name: Program, folders = searchPath()): string {
  const found = findProgram([name], folders);
  if (found !== undefined) return found;
  throw new ProgramMissing(
    `This test needs ${name}: install it (apt-get install ${PACKAGES[name]}, or with the package manager that you have), and run it again.`,
  );
}

/**
 * Installs the Debian packages of missing programs if this process is allowed to. Called before the tests, because two
 * tests would install at the same time. Without the permission, tests that need a missing program fail.
 */
export function bringPrograms(names: readonly Program[]): void {
  const missing = names.filter((name) => findProgram([name], searchPath()) === undefined);
  if (missing.length > 0) installDebians([...new Set(missing.map((name) => PACKAGES[name]))]);
}
