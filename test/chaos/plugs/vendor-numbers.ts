import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../tools/servers/databases';
import { scaled } from '../support/figures';
import { createVendors } from '../support/requests';
import type { Stage } from '../support/stage';
import type { ServiceProcess } from '../support/service-process';
import type { Plug } from './plug';

const ROWS = Array.from({ length: 90 }, (_, row) => row + 1);

/**
 * An import sets the VAT numbers of 90 vendors. Concurrent requests set the numbers of early rows on late vendors.
 * Locks time out after half a second, so that statements fail. Every request must get a response, and the API must not
 * end.
 */
export const vendorNumbers: Plug = async (stage) => {
  const rounds = scaled(10, 1);
  const api = await stage.start('api', { DATABASE_REQUEST_LOCK_TIMEOUT_MS: '500' });
  await stage.worker();
  // The findings count vendor events.
  await createVendors(api.address, stage.tokens, 4);
  let [requests, unanswered] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    await finished(stage, await importRows(api, stage, round, false));
    const ids = await vendorIds(stage, round);
    const [statuses] = await Promise.all([
      Promise.all(ids.slice(-20).map((id, place) => giveNumber(api, stage, id, numberOf(round, place + 1)))),
      importRows(api, stage, round, true).then((id) => finished(stage, id)),
    ]);
    requests += statuses.length;
    unanswered += statuses.filter((status) => ![200, 422, 503].includes(status)).length;
  }
  if (!api.isRunning) throw new Error(`The API has ended:\n${api.lines.join('\n')}`);
  if (unanswered > 0) throw new Error(`${unanswered} of ${requests} requests got another answer than 200, 422 or 503`);
  await stage.verdict.settled();
  return { inFlight: 0, figures: { rounds, requests, unanswered } };
};

const numberOf = (round: number, row: number): string => `3${String(round * 1000 + row).padStart(14, '0')}`;

async function importRows(api: ServiceProcess, stage: Stage, round: number, numbers: boolean): Promise<number> {
  const rows = ROWS.map((row) => `n${round}-${row},Vendor ${row}${numbers ? `,${numberOf(round, row)}` : ''}`);
  const file = [`external_id,name${numbers ? ',vat_number' : ''}`, ...rows].join('\n');
  const answer = await ask(api, stage, 'POST', '/v1/imports?resource=vendors&webhooks=true', file, 'text/csv');
  if (answer.status !== 202) throw new Error(`An import was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

/** @returns the status, or 0 without a response */
async function giveNumber(api: ServiceProcess, stage: Stage, id: number, number: string): Promise<number> {
  const body = JSON.stringify({ vat_number: number });
  const answer = await ask(api, stage, 'PUT', `/v1/vendors/${id}`, body, 'application/json').catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

function ask(
  api: ServiceProcess,
  stage: Stage,
  method: string,
  path: string,
  body: string,
  type: string,
): Promise<Response> {
  const headers = { authorization: `Bearer ${stage.tokens[0]}`, 'content-type': type };
  return fetch(api.address + path, { method, headers, body });
}

const finished = (stage: Stage, id: number): Promise<void> =>
  withClient(stage.servers.adminUrl, async (client) => {
    const isFinished = 'SELECT FROM imports WHERE id = $1 AND finished_at IS NOT NULL';
    while ((await client.query(isFinished, [id])).rowCount === 0) await sleep(50);
  });

const vendorIds = (stage: Stage, round: number): Promise<number[]> =>
  withClient(stage.servers.adminUrl, async (client) => {
    const ofRound = 'SELECT id FROM vendors WHERE external_id LIKE $1 ORDER BY id';
    const { rows } = await client.query<{ id: string }>(ofRound, [`n${round}-%`]);
    return rows.map(({ id }) => Number(id));
  });
