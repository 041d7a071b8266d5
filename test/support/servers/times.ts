import { appendFileSync, readFileSync } from 'node:fs';
import { withClient } from '../../../tools/servers/databases';
import { FILE } from '../times';

/** Writes the processor time that PostgreSQL used for the run. The postmaster counts each connection when it ends. */
export async function noteServer(adminUrl: string): Promise<void> {
  if (!FILE) return;
  const ticks = await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return statOf(statOf(rows[0]?.pid ?? 0).parent).ticks;
  });
  const processor = ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
  appendFileSync(FILE, `${JSON.stringify({ server: processor })}\n`);
}

const TICKS_PER_SECOND = 100;

/** The parent of a process, and the processor ticks of the process and its ended children. */
function statOf(pid: number): { readonly parent: number; readonly ticks: readonly number[] } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  return { parent: fields[1] ?? 0, ticks: fields.slice(11, 15) };
}
