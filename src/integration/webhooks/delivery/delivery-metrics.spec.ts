import { register } from 'prom-client';
import type { AttemptReport } from './attempts';
import type { Claim } from './claims';
import { DeliveryMetrics } from './delivery-metrics';

const EVENT_AT = new Date('2026-03-10T09:00:00.000Z');
const after = (seconds: number): Date => new Date(EVENT_AT.getTime() + seconds * 1000);

function reportOf(outcome: string, claim: Partial<Claim> = {}): AttemptReport {
  return {
    claim: { attempt: 1, roundFailures: 0, isRedelivery: false, eventAt: EVENT_AT, ...claim } as Claim,
    outcome: outcome === 'SUCCESS' ? { verdict: 'success' } : { verdict: 'fail', failure: 'TIMEOUT' },
    attempt: { outcome, statusCode: null, response: null, startedAt: EVENT_AT, durationMs: 1 },
  };
}

const shown = async (name: string): Promise<string[]> =>
  (await register.metrics()).split('\n').filter((line) => line.startsWith(name));

const valuesOf = async (name: string): Promise<ReadonlyMap<string, number>> =>
  new Map((await shown(name)).map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));

/** What an act adds to the series with this prefix. Other tests of this process may have added to them before. */
async function added(name: string, act: () => void): Promise<Record<string, number>> {
  const before = await valuesOf(name);
  act();
  const changes = [...(await valuesOf(name))].map(
    ([series, value]) => [series, value - (before.get(series) ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

it('groups attempts by class, because receivers choose their status codes', async () => {
  const metrics = new DeliveryMetrics();
  const attempts = await added('webhook_attempts_total', () => {
    for (const outcome of ['SUCCESS', 'HTTP_500', 'HTTP_503', 'HTTP_404', 'HTTP_999', 'TIMEOUT']) {
      metrics.settled(reportOf(outcome), EVENT_AT);
    }
  });
  expect(attempts).toEqual({
    'webhook_attempts_total{outcome="SUCCESS"}': 1,
    'webhook_attempts_total{outcome="HTTP_5XX"}': 2,
    'webhook_attempts_total{outcome="HTTP_4XX"}': 1,
    'webhook_attempts_total{outcome="HTTP_OTHER"}': 1,
    'webhook_attempts_total{outcome="TIMEOUT"}': 1,
  });
});

it('observes the first recorded attempt and every success, but no redelivery', async () => {
  const metrics = new DeliveryMetrics();
  const times = await added('webhook_event_to_', () => {
    metrics.settled(reportOf('TIMEOUT'), after(3));
    metrics.settled(reportOf('SUCCESS', { attempt: 2, roundFailures: 1 }), after(70));
    // The worker of its first attempt died.
    metrics.settled(reportOf('SUCCESS', { attempt: 2 }), after(40));
    metrics.settled(reportOf('SUCCESS', { isRedelivery: true }), after(9_000));
  });
  expect(times['webhook_event_to_attempt_seconds_sum']).toBeCloseTo(43);
  expect(times['webhook_event_to_attempt_seconds_count']).toBe(2);
  const receipts = Object.entries(times).filter(([series]) =>
    series.startsWith('webhook_event_to_receipt_seconds_sum'),
  );
  expect(receipts).toEqual([['webhook_event_to_receipt_seconds_sum{attempt="later"}', expect.closeTo(110)]]);
});

it('sets every lane, and 0 for a lane without deliveries', async () => {
  const metrics = new DeliveryMetrics();
  metrics.queue([{ lane: 'patient', pending: 9, due: 4, leased: 2, oldest_due_at: after(0) }], after(7));
  expect((await shown('webhook_queue_depth')).map((line) => line.replace('webhook_queue_depth', ''))).toEqual([
    '{state="pending",lane="prompt"} 0',
    '{state="due",lane="prompt"} 0',
    '{state="leased",lane="prompt"} 0',
    '{state="pending",lane="patient"} 9',
    '{state="due",lane="patient"} 4',
    '{state="leased",lane="patient"} 2',
  ]);
  expect(await shown('webhook_oldest_due_seconds')).toEqual([
    'webhook_oldest_due_seconds{lane="prompt"} 0',
    'webhook_oldest_due_seconds{lane="patient"} 7',
  ]);
  expect(await added('webhook_deliveries_total', () => metrics.ended('failed'))).toEqual({
    'webhook_deliveries_total{outcome="failed"}': 1,
  });
  expect(await added('webhook_subscriptions_disabled_total', () => metrics.disabled('GONE'))).toEqual({
    'webhook_subscriptions_disabled_total{reason="GONE"}': 1,
  });
});
