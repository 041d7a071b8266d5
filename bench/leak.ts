import { Command } from 'commander';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { withClient } from '../tools/servers/databases';
import { WebhookReceiver } from '../tools/receiver/webhook-receiver';
import { courses, type Sample } from './leak/verdict';
import { type Calls, ClosedLoop } from './load/closed-loop';
import { type Scale, SCALES } from './scale';
import type { Program } from './stage/program';
import { type Stage, setStage } from './stage/stage';
import { OWNER, tokenOf } from './stage/tokens';
import { openHandles, residentMemory } from './stage/usage';
import { createOrder, filteredPage, firstPage, getOrder, inTurn, search, spending } from './workloads/calls';

/** How many times the service is measured; the load pauses for each. */
const LOOKS = 60;
const CONNECTIONS = 16;
/** Pause before each measurement, in which deliveries and folds under way end. */
const REST_MILLISECONDS = 1_500;
const ANSWERED_WITHIN = 10_000;
const REDIS_DATABASE = 1;

interface Options {
  readonly minutes: string;
  readonly out: string;
}

async function main(options: Options): Promise<void> {
  const minutes = Number(options.minutes);
  if (!(minutes >= 1 && minutes <= 240)) throw new Error('--minutes: from 1 to 240');
  const say = (what: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);
  const scale = SCALES.quick;
  const folder = mkdtempSync(join(tmpdir(), 'procurement-bench-leak-'));
  const receiver = await WebhookReceiver.listen();
  writeFileSync(join(folder, 'ca.pem'), receiver.certificate.cert);
  const stage = await setStage(scale, {}, say);
  try {
    const probe = join(folder, 'probe.json');
    const env = {
      PROBE_FILE: probe,
      WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION: 'true',
    };
    const flags = ['--expose-gc', '--require', join(__dirname, 'leak', 'probe.cjs')];
    const service = await stage.service('service', REDIS_DATABASE, env, flags);
    const { samples, requests } = await observe({ stage, service, receiver, scale, probe }, minutes, say);
    const found = courses(samples);
    mkdirSync(dirname(resolve(options.out)), { recursive: true });
    const results = {
      about: { minutes, date: new Date().toISOString(), node: process.version },
      requests,
      courses: found,
    };
    writeFileSync(options.out, `${JSON.stringify({ ...results, samples }, undefined, 1)}\n`);
    for (const [measure, { first, last, trend, grows }] of Object.entries(found)) {
      const show = (value: number): string =>
        isBytes(measure) ? `${(value / 2 ** 20).toFixed(1)} MiB` : value.toFixed(1);
      say(`${measure}: ${show(first)} -> ${show(last)}, trend ${show(trend)}${grows ? '  GROWS' : ''}`);
    }
    say(`${requests} requests, ${receiver.calls.length} deliveries. Written: ${options.out}`);
    if (Object.values(found).some(({ grows }) => grows)) throw new Error('The service keeps what it should let go');
  } finally {
    await stage.clear();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isBytes = (measure: string): boolean => ['heap', 'external', 'resident'].includes(measure);

interface Observed {
  readonly stage: Stage;
  readonly service: Program;
  readonly receiver: WebhookReceiver;
  readonly scale: Scale;
  readonly probe: string;
}

/** Load and measurements in turn, until the time is over. */
async function observe(
  observed: Observed,
  minutes: number,
  say: (what: string) => void,
): Promise<{ samples: Sample[]; requests: number }> {
  const { service, scale } = observed;
  const loop = new ClosedLoop(service.address, CONNECTIONS);
  await subscribe(loop, observed);
  const calls = mixed(scale);
  const samples: Sample[] = [];
  let requests = 0;
  const started = performance.now();
  const pause = Math.max(1, (minutes * 60) / LOOKS - REST_MILLISECONDS / 1000);
  while (performance.now() - started < minutes * 60_000) {
    requests += (await loop.run(calls, pause)).requests;
    await loop.send([{ method: 'GET', path: '/v1/purchase-orders/1/pdf', token: tokenOf(scale.small.slug, OWNER, 1) }]);
    await sleep(REST_MILLISECONDS);
    const sample = await look(observed, (performance.now() - started) / 1000);
    samples.push(sample);
    if (samples.length % 10 === 1)
      say(`${sample.at.toFixed(0)} s: heap ${(sample.heap / 2 ** 20).toFixed(1)} MiB, ${requests} requests`);
  }
  await loop.close();
  return { samples, requests };
}

/** Everything that a client does often, in turn: reads, lists, a search, a report, and creates that send events. */
function mixed(scale: Scale): Calls {
  const { small } = scale;
  return inTurn(
    getOrder(scale),
    firstPage(scale),
    createOrder(scale.crowd),
    filteredPage(small),
    search(small),
    spending(small),
  );
}

/** Subscribes one tenant to its orders, so that a leak of deliveries would show. */
async function subscribe(loop: ClosedLoop, { scale, receiver }: Observed): Promise<void> {
  const token = tokenOf(scale.crowd[0]?.slug ?? '', OWNER, 1);
  const body = JSON.stringify({ name: 'Leak', url: receiver.url(), events: ['purchase_order.created'] });
  await loop.send([{ method: 'POST', path: '/v1/webhooks', token, body }]);
}

async function look({ service, stage, probe }: Observed, at: number): Promise<Sample> {
  rmSync(probe, { force: true });
  process.kill(service.pid, 'SIGCONT');
  const until = Date.now() + ANSWERED_WITHIN;
  while (!existsSync(probe)) {
    if (!service.isRunning || Date.now() > until) throw new Error(`The service does not answer:\n${service.lastWords}`);
    await sleep(20);
  }
  const inside = JSON.parse(readFileSync(probe, 'utf8')) as Pick<Sample, 'heap' | 'external' | 'resources'>;
  return {
    at,
    ...inside,
    resident: residentMemory(service.pid),
    handles: openHandles(service.pid),
    postgres: await postgresConnections(stage.servers.adminUrl),
    redis: await redisConnections(stage.servers.redisUrl(REDIS_DATABASE)),
  };
}

function postgresConnections(adminUrl: string): Promise<number> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'procurement-service%'`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** Our own is not counted. */
async function redisConnections(url: string): Promise<number> {
  const redis = new Redis(url);
  const list = (await redis.client('LIST')) as string;
  redis.disconnect();
  return list.trim().split('\n').length - 1;
}

new Command('bench:leak')
  .description('Loads one process with everything for a while and says what it keeps; see docs/performance.md')
  .option('--minutes <minutes>', 'of load', '30')
  .option('--out <file>', 'where the figures go', '.procurement/bench/leak.json')
  .action((options: Options) => main(options))
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
