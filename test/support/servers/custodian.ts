import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A resource that a test run must remove. */
export type Duty =
  /** A folder with the servers that run in it, as `tools` starts them. */
  | { readonly duty: 'folder'; readonly folder: string }
  /** Databases and logins with this name prefix, on a server that the environment configures. */
  | { readonly duty: 'databases'; readonly adminUrl: string; readonly prefix: string }
  /** Logical databases leased to this owner, on a server that the environment configures. */
  | { readonly duty: 'redis'; readonly url: string; readonly leases: string; readonly owner: string };

/** The process that cleans up after this run even if the run is killed; see custodian.mjs. */
export interface Custodian {
  entrust(duty: Duty): void;
  /** Cleans up now; resolves when everything is removed. */
  dismiss(): Promise<void>;
}

export function hireCustodian(): Custodian {
  const child: ChildProcess = spawn(process.execPath, [join(__dirname, 'custodian.mjs')], {
    // A separate session, so that killing the run's process group does not kill this process.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.unref();
  const { stdin } = child;
  if (stdin === null) throw new Error('The custodian has no standard input');
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
