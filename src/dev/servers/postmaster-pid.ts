import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a running PostgreSQL says of itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly dataFolder: string;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`; empty while it has said nothing yet. */
  readonly status: string;
}

/**
 * Reads the text of a `postmaster.pid`: one fact a line (see "Database File Layout" of the PostgreSQL manual).
 * Undefined while the file is still being written.
 */
export function parsePostmasterPid(text: string): Postmaster | undefined {
  const [pid = '', dataFolder = '', , port = '', , , , status = ''] = text.split('\n');
  const numbers = { pid: Number.parseInt(pid, 10), port: Number.parseInt(port, 10) };
  if (!(numbers.pid > 0) || !(numbers.port > 0) || dataFolder === '') return undefined;
  return { ...numbers, dataFolder, status: status.trim() };
}

/** The `postmaster.pid` of a data folder, undefined where there is none to be read. */
export function readPostmasterPid(dataFolder: string): Postmaster | undefined {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  try {
    return parsePostmasterPid(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
