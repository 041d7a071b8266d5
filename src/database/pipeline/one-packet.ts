import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';

interface Connected {
  readonly connection: { readonly stream: Writable };
}

/**
 * Lets the statements that are written to a pipelined connection in this tick leave in one packet: one system call of
 * ours and one waking of the server instead of one for each. Call it before the first of them.
 */
export function oneFlight(client: PoolClient): void {
  const { stream } = (client as unknown as Connected).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
