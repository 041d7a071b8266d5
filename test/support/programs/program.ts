import { delimiter } from 'node:path';
import { findProgram } from '../../../src/dev/servers/programs';
import { installDebians, ProgramMissing } from './debian';

/** What samples, clients and verifiers in other languages are run by: each is the name of its package in Debian, too. */
const PROGRAMS = ['python3', 'curl', 'bash'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Debian's own go first, whatever else is on the PATH. */
const searchPath = (): string => ['/usr/bin', process.env['PATH'] ?? ''].join(delimiter);

/**
 * Where a program is that a test runs.
 * @throws ProgramMissing, one line telling what to install
 */
export function program(name: Program, folders = searchPath()): string {
  const found = findProgram([name], folders);
  if (found !== undefined) return found;
  throw new ProgramMissing(
    `This test needs ${name}: install it (apt-get install ${name}, or brew install ${name}), and run it again.`,
  );
}

/**
 * Installs Debian's where one is missing and we may: before the tests, for two of them would install at once. Where we may
 * not, the tests that need it fail.
 */
export function bringPrograms(): void {
  const missing = PROGRAMS.filter((name) => findProgram([name], searchPath()) === undefined);
  if (missing.length > 0) installDebians(missing);
}
