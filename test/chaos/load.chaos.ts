import { setTimeout as sleep } from 'node:timers/promises';
import { report, scaled } from './support/figures';
import { Stage } from './support/stage';
import { percentile } from './support/verdict';

it('delivers a hundred a second within half a second, most of them, and within three, nearly all', async () => {
  const stage = await Stage.set({ tenants: 10, subscriptions: 1 });
  await stage.start('worker');
  stage.writer.begin(112); // one in ten is rolled back
  await sleep(2_000);
  const since = new Date();
  await sleep(scaled(60_000, 10_000));
  await stage.writer.stop();
  await stage.verdict.settled();
  const [findings, latencies] = [await stage.verdict.findings(), await stage.verdict.latencies(since)];
  const [p50, p99] = [percentile(latencies, 0.5) / 1000, percentile(latencies, 0.99) / 1000];
  const seconds = scaled(60, 10);
  report('load-100-a-second', {
    ...findings,
    per_second: latencies.length / seconds,
    p50_seconds: p50,
    p99_seconds: p99,
  });
  await stage.clear();
  expect(findings).toMatchObject({ lost: 0, phantoms: 0, forged: 0 });
  expect(p50).toBeLessThan(0.5);
  expect(p99).toBeLessThan(3);
});
