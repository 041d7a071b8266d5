import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { createHash } from 'node:crypto';
import { samplerOf } from './sampling';

type Name = Parameters<typeof samplerOf>[0]['OTEL_TRACES_SAMPLER'];

/** Trace ids that are the same in every run and distributed like random ones. */
const traceIds = Array.from({ length: 1_000 }, (_, index) => createHash('md5').update(String(index)).digest('hex'));

/** @param parent whether the caller exports its part; omitted for root traces */
function exported(name: Name, share: number, parent?: 'exported' | 'not exported'): number {
  const sampler = samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share });
  return traceIds.filter((traceId) => {
    const spanContext = {
      traceId,
      spanId: '00f067aa0ba902b7',
      traceFlags: parent === 'exported' ? 1 : 0,
      isRemote: true,
    };
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext);
    const { decision } = sampler.shouldSample(context, traceId, 'GET /vendors', SpanKind.SERVER, {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  }).length;
}

describe('the sampler', () => {
  it.each([
    ['always_on', 1_000],
    ['always_off', 0],
    ['parentbased_always_on', 1_000],
    ['parentbased_always_off', 0],
  ] as const)('%s exports %i of a thousand root traces', (name, count) => expect(exported(name, 0.5)).toBe(count));

  it.each(['traceidratio', 'parentbased_traceidratio'] as const)(
    '%s exports the configured share of the traces',
    (name) => {
      expect([exported(name, 0), exported(name, 1)]).toEqual([0, 1_000]);
      const tenth = exported(name, 0.1);
      expect([tenth > 50, tenth < 150]).toEqual([true, true]);
    },
  );

  it.each(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const)(
    '%s follows the decision of the caller',
    (name) => {
      expect(exported(name, 0, 'exported')).toBe(1_000);
      expect(exported(name, 1, 'not exported')).toBe(0);
    },
  );

  it.each([
    ['always_on', 1_000],
    ['always_off', 0],
  ] as const)('%s ignores the decision of the caller', (name, count) => {
    expect([exported(name, 1, 'exported'), exported(name, 1, 'not exported')]).toEqual([count, count]);
  });
});
