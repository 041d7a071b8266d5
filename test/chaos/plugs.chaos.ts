import { apiKilled } from './plugs/api-killed';
import { connectionsLost } from './plugs/connections-lost';
import { mirrorKept } from './plugs/mirror-kept';
import type { Plug } from './plugs/plug';
import { postgresRestarted } from './plugs/postgres-restarted';
import { redisFrozen, redisKilled } from './plugs/redis-away';
import { redisFlushed } from './plugs/redis-flushed';
import { rollingRestarts } from './plugs/rolling-restarts';
import { tableLocked } from './plugs/table-locked';
import { vendorNumbers } from './plugs/vendor-numbers';
import { workerKilled } from './plugs/worker-killed';
import { IS_SHORT, report } from './support/figures';
import { Stage } from './support/stage';

const PLUGS: readonly (readonly [string, Plug])[] = [
  ['worker-killed', workerKilled],
  ['api-killed', apiKilled],
  ['redis-flushed', redisFlushed],
  ['redis-killed', redisKilled],
  // The short form tests only one kind of Redis outage.
  ...(IS_SHORT ? [] : [['redis-frozen', redisFrozen] as const]),
  ['postgres-restarted', postgresRestarted],
  ['connections-lost', connectionsLost],
  ['table-locked', tableLocked],
  ['rolling-restarts', rollingRestarts],
  ['vendor-numbers', vendorNumbers],
  ['mirror-kept', mirrorKept],
];

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.set({ tenants: 40, subscriptions: 1 });
});
afterEach(() => stage.empty());
afterAll(() => stage.clear());

it.each(PLUGS)('%s: delivers every committed event, no other, and only interrupted ones twice', async (name, pull) => {
  const pulled = await pull(stage);
  const findings = await stage.verdict.findings();
  const again = { in_flight: pulled.inFlight, failed_attempts: await stage.verdict.failedAttempts() };
  const past = report(name, { ...findings, ...again, ...pulled.figures }, pulled.targets);
  expect(findings.committed).toBeGreaterThan(0);
  expect(findings).toMatchObject({ received: findings.committed, lost: 0, phantoms: 0, forged: 0 });
  expect(findings.duplicates).toBeLessThanOrEqual(again.in_flight + again.failed_attempts);
  expect(past).toEqual([]);
});
