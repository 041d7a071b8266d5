import { Client } from 'undici';
import { send } from '../load/closed-loop';
import { median } from '../load/statistics';
import { type Scale, tenantsOf } from '../scale';
import { residentMemory } from '../stage/usage';
import type { Stage } from '../stage/stage';
import { OWNER, tokenOf } from '../stage/tokens';
import { picker } from '../workloads/calls';
import { erasedOf } from './commands';

/** Requests in all at the most, each of another tenant where there are so many. */
const MOST_REQUESTS = 20_000;
/** Of a tenant, so that no plan's limit is met. */
const OF_A_TENANT = 20;
const CONNECTIONS = 8;
/** Tenants whose first and second requests are compared, one at a time. */
const COMPARED = 300;

export interface Touches {
  /** Different tenants that were asked for. */
  readonly tenants: number;
  /** Medians in milliseconds: the first request of a tenant in this process, and the next. */
  readonly first: number;
  readonly second: number;
  readonly requestsPerSecond: number;
  /** Resident bytes of the service: before the first request, after half of them, and after all. */
  readonly memory: readonly [number, number, number];
}

/** Asks a service for the first page of many tenants in turn, in no order: what does it keep of each? */
export async function touches(stage: Stage, say: (what: string) => void, scale: Scale): Promise<Touches> {
  const all = tenantsOf(scale).filter(({ slug }) => slug !== erasedOf(scale));
  const pick = picker(7);
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = pick(at + 1);
    const [one, two] = [all[at], all[other]];
    if (one && two) [all[at], all[other]] = [two, one];
  }
  const total = Math.min(MOST_REQUESTS, all.length * OF_A_TENANT);
  const call = (turn: number): { method: 'GET'; path: string; token: string } => ({
    method: 'GET',
    path: '/v1/purchase-orders',
    token: tokenOf(all[turn % all.length]?.slug ?? '', OWNER, 1),
  });
  const service = await stage.service('touches', 2, { PROCESS_ROLE: 'api' });
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(service.address));
  const times: [number[], number[]] = [[], []];
  const before = residentMemory(service.pid);
  const [alone] = clients;
  // From the end of the list, so that those of the load are new as well.
  for (let turn = 0; alone && turn < Math.min(COMPARED, all.length); turn += 1) {
    for (const which of [0, 1] as const) {
      const started = performance.now();
      await send(alone, call(all.length - 1 - turn));
      times[which].push(performance.now() - started);
    }
  }
  let turn = 0;
  const until = async (last: number): Promise<void> => {
    await Promise.all(
      clients.map(async (client) => {
        while (turn < last) await send(client, call(turn++));
      }),
    );
  };
  const started = performance.now();
  await until(total / 2);
  const half = residentMemory(service.pid);
  await until(total);
  const seconds = (performance.now() - started) / 1000;
  const found: Touches = {
    tenants: Math.min(all.length, total),
    first: median(times[0]),
    second: median(times[1]),
    requestsPerSecond: total / seconds,
    memory: [before, half, residentMemory(service.pid)],
  };
  say(
    `${found.tenants} tenants: first ${found.first.toFixed(2)} ms, second ${found.second.toFixed(2)} ms, ${found.requestsPerSecond.toFixed(0)} requests/s, ${found.memory.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' -> ')} MiB`,
  );
  await Promise.all(clients.map((client) => client.close()));
  await service.stop();
  return found;
}
