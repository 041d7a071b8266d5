import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../tools/servers/databases';
import { awaitedLater } from '../../support/awaited-later';
import { ask } from '../support/callers';
import { scaled } from '../support/figures';
import { createVendors } from '../support/requests';
import type { ServiceProcess } from '../support/service-process';
import type { Plug } from './plug';

/**
 * A small pool and short limits, in milliseconds: the 50 clients use all connections. In the short form only the limit
 * for locks is short, because a busy machine needs more than a second for some statements.
 */
const SMALL = {
  DATABASE_POOL_SIZE: '4',
  DATABASE_CONNECT_TIMEOUT_MS: String(scaled(1_000, 10_000)),
  DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: String(scaled(1_000, 15_000)),
  DATABASE_REQUEST_LOCK_TIMEOUT_MS: '500',
};

const CLIENTS = 50;

/**
 * Locks the vendors table while 50 clients read vendors, until readiness has reported `busy` often enough.
 * @throws Error if the API is not ready, if a read gets a status other than 200 and 503, or if a later create fails
 */
export const tableLocked: Plug = async (stage) => {
  const enough = scaled(100, 10);
  const [api] = await Promise.all([stage.start('api', SMALL), stage.worker()]);
  const statuses: number[] = [];
  let [isLocked, polls, busy] = [true, 0, 0];
  await withClient(stage.servers.adminUrl, async (owner) => {
    await owner.query('BEGIN; LOCK TABLE vendors IN ACCESS EXCLUSIVE MODE');
    const readers = awaitedLater(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const token = stage.tokens[client % stage.tokens.length] ?? '';
        while (isLocked) statuses.push((await ask(api.address, '/v1/vendors', token)).status);
      }),
    );
    try {
      for (; busy < enough && polls < 100 * enough; polls += 1) {
        if ((await databaseState(api)) === 'busy') busy += 1;
        await sleep(50);
      }
    } finally {
      isLocked = false;
      await Promise.all(readers);
      await owner.query('COMMIT');
    }
  });
  const others = statuses.filter((status) => status !== 200 && status !== 503);
  if (others.length > 0) throw new Error(`Reads were answered ${others.join(', ')}`);
  if (busy < enough) throw new Error(`Readiness was busy ${busy} times only`);
  const after = await createVendors(api.address, stage.tokens, CLIENTS / 5);
  if (after.some((status) => status !== 201)) {
    throw new Error(`After the lock answers were ${after.join(', ')}:\n${api.lines.slice(-20).join('\n')}`);
  }
  await stage.verdict.settled();
  const refused = statuses.filter((status) => status === 503).length;
  return { inFlight: 0, figures: { reads: statuses.length, refused, polls, busy } };
};

/**
 * Returns the database state in the readiness response.
 * @throws Error if the API is not ready
 */
async function databaseState(api: ServiceProcess): Promise<string | undefined> {
  const answer = await fetch(`${api.admin}/health/ready`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Readiness was answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { checks: { database?: string } }).checks.database;
}
