import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Something that a test run must not leave behind. */
export type Duty =
  /** A folder with the servers that run in it, as tools starts them. */
  | { readonly duty: 'folder'; readonly folder: string }
  /** Databases and logins whose names begin so, on a server that is not ours. */
  | { readonly duty: 'databases'; readonly adminUrl: string; readonly prefix: string }
  /** Logical databases leased to this owner, on a server that is not ours. */
  | { readonly duty: 'redis'; readonly url: string; readonly leases: string; readonly owner: string };

/** The process that clears up after this run even if the run is killed; see custodian.mjs. */
export interface Custodian {
  entrust(duty: Duty): void;
  /** Clears up now; resolves once nothing is left. */
  dismiss(): Promise<void>;
}

export function hireCustodian(): Custodian {
  const child: ChildProcess = spawn(process.execPath, [join(__dirname, 'custodian.mjs')], {
    // In a session of its own: what ends the run's whole process group must not end this one.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.unref();
  const { stdin } = child;
  if (stdin === null) throw new Error('The custodian cannot be spoken to');
  stdin.on('error', () => undefined);
  return {
    entrust: (duty) => void stdin.write(`${JSON.stringify(duty)}\n`),
    dismiss: async () => {
      child.ref();
      stdin.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
