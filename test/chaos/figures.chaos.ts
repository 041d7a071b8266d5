import { setTimeout as sleep } from 'node:timers/promises';
import { nextDelay } from '../../src/integration/webhooks/domain/settlement';
import { report, type Figures } from './support/figures';
import { hostile } from './support/hostile';
import { answersLate } from './support/responders';
import { Stage } from './support/stage';
import { bareLoop, deliverBacklog } from './support/throughput';
import { everyHostileBody, WatchedApi } from './support/turns';
import { percentile } from './support/verdict';

/** Measures speed, memory and isolation of receivers. These tests run only in the full form. */
let stage: Stage;

beforeAll(async () => {
  stage = await Stage.set({ tenants: 10, subscriptions: 5, env: { WEBHOOK_TIMEOUT_MS: '3000' } });
});
afterEach(() => stage.empty());
afterAll(() => stage.clear());

function reported(name: string, figures: Figures, targets: Figures): void {
  expect(report(name, figures, targets)).toEqual([]);
}

it('makes a hundred deliveries per second, half within 0.5 seconds and 99 % within three', async () => {
  const worker = await stage.start('worker');
  stage.writer.begin(23); // five subscriptions per event; one event in ten is rolled back
  await sleep(5_000);
  const [since, used, seconds] = [Date.now(), worker.processorSeconds(), 60];
  await sleep(seconds * 1000);
  await stage.writer.stop();
  await stage.verdict.settled();
  const latencies = await stage.verdict.latencies(since);
  const findings = await stage.verdict.findings();
  reported(
    'load',
    {
      ...findings,
      per_second: latencies.length / seconds,
      p50_seconds: percentile(latencies, 0.5),
      p99_seconds: percentile(latencies, 0.99),
      processor_milliseconds_each: ((worker.processorSeconds() - used) * 1000) / latencies.length,
    },
    { lost: 0, phantoms: 0, forged: 0, p50_seconds: 0.5, p99_seconds: 3 },
  );
});

it('delivers through Bull at half the rate of a bare TLS loop or better, fifty at a time', async () => {
  const before = await bareLoop(stage, 'fresh');
  const { count, perSecond, processorMilliseconds } = await deliverBacklog(stage, 660);
  const bare = (before + (await bareLoop(stage, 'fresh'))) / 2;
  reported(
    'throughput',
    {
      deliveries: count,
      per_second: perSecond,
      bare_loop_per_second: bare,
      bare_over_bull: bare / perSecond,
      bare_kept_per_second: await bareLoop(stage, 'kept'),
      processor_milliseconds_each: processorMilliseconds,
    },
    { bare_over_bull: 2 },
  );
});

it('does not delay the deliveries of one tenant because of a hanging receiver of another', async () => {
  const [hanging, quick] = [stage.subscriptions[0], stage.subscriptions.at(-1)];
  if (!hanging || !quick) throw new Error('the stage has subscriptions');
  const isHanging = (path: string): boolean => path.startsWith('/1/');
  stage.receiver.respond = (call, response) => {
    if (!isHanging(call.path)) response.end('ok');
  };
  await stage.start('worker');
  await stage.writer.writeFor([hanging.tenantId], 220);
  const pending = await stage.verdict.pending();
  await sleep(5_000);
  const since = Date.now();
  for (let second = 0; second < 30; second += 1) {
    await stage.writer.writeFor([quick.tenantId], 5);
    await sleep(1_000);
  }
  await sleep(5_000);
  const latencies = await stage.verdict.latencies(since, quick.path);
  reported(
    'hanging-neighbour',
    {
      hanging_deliveries: pending,
      deliveries_beside: latencies.length,
      p50_seconds: percentile(latencies, 0.5),
      p99_seconds: percentile(latencies, 0.99),
    },
    { p99_seconds: 2 },
  );
});

it('uses at most 50 MB more memory for hostile receiver responses', async () => {
  const worker = await stage.start('worker');
  stage.receiver.respond = answersLate(0);
  await stage.writer.write(60);
  await stage.verdict.settled();
  const before = worker.memory();
  stage.receiver.respond = hostile();
  const since = stage.receiver.calls.length;
  await stage.writer.write(60);
  let most = 0;
  for (let second = 0; second < 60; second += 1) {
    await sleep(1_000);
    most = Math.max(most, worker.memory());
  }
  const megabytes = (bytes: number): number => bytes / 1024 / 1024;
  reported(
    'hostile-answers',
    {
      hostile_answers: stage.receiver.calls.length - since,
      memory_megabytes: megabytes(before),
      growth_megabytes: megabytes(most - before),
    },
    { growth_megabytes: 50 },
  );
});

it('blocks the event loop only briefly for a hostile body of any operation', async () => {
  const api = await WatchedApi.start(stage);
  const idle = await api.turnsOf(async () => {
    await api.caller(0).get('/me');
  }, 20);
  const longest = new Map<string, number>();
  const most = (name: string, turn: number): void => void longest.set(name, Math.max(longest.get(name) ?? 0, turn));
  let sent = 0;
  for (const { method, path, what, bytes } of everyHostileBody('a')) {
    const { longest: turn, processor } = await api.turnsOf(async () => {
      sent += 1;
      const { status } = await api.caller(sent).raw(method, path, bytes);
      expect([400, 413, 422]).toContain(status);
    }, 3);
    most('longest_turn_milliseconds', turn);
    most('most_processor_milliseconds', processor);
    most(`processor_milliseconds_${what.replaceAll(/\W+/g, '_')}`, processor);
  }
  reported(
    'hostile-bodies',
    {
      requests: sent,
      idle_turn_milliseconds: idle.longest,
      idle_processor_milliseconds: idle.processor,
      ...Object.fromEntries(longest),
    },
    { longest_turn_milliseconds: 50, most_processor_milliseconds: 50 },
  );
});

it('spreads the retries of ten thousand deliveries that failed together', () => {
  const question = { failedAttempts: 2, delays: [60, 300, 1800], retryAfter: null };
  const buckets = new Map<number, number>();
  for (let delivery = 0; delivery < 10_000; delivery += 1) {
    const second = Math.floor(nextDelay({ ...question, random: Math.random() }) ?? 0);
    buckets.set(second, (buckets.get(second) ?? 0) + 1);
  }
  reported(
    'spread',
    { failures: 10_000, seconds_used: buckets.size, fullest_second_percent: Math.max(...buckets.values()) / 100 },
    { fullest_second_percent: 2 },
  );
});
