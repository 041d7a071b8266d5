import { setTimeout as sleep } from 'node:timers/promises';
import type { TraceContext } from './trace-context';
import { type Span, type SpanOptions, type Tracer, useTracing } from './tracer';
import {
  asJob,
  asRequest,
  currentFacts,
  currentRequestId,
  currentTraceparent,
  inRequestTime,
  inSpan,
  inTraceOf,
  remainingTime,
  startSpan,
  withFacts,
  withoutLimit,
} from './work';

const CALLER: TraceContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true };
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

interface Recorded {
  readonly options: SpanOptions;
  readonly parent: TraceContext | undefined;
  readonly attributes: Record<string, unknown>;
  failure?: unknown;
  ended: number;
}

function tracerOf(isSampled = true): { readonly tracer: Tracer; readonly recorded: Recorded[] } {
  const recorded: Recorded[] = [];
  const start = (options: SpanOptions, parent?: TraceContext): Span => {
    const kept: Recorded = { options, parent, attributes: { ...options.attributes }, ended: 0 };
    recorded.push(kept);
    return {
      context: {
        traceId: parent?.traceId ?? 'c'.repeat(32),
        spanId: String(recorded.length).padStart(16, '0'),
        isSampled,
      },
      rename: () => undefined,
      set: (attributes) => Object.assign(kept.attributes, attributes),
      end: (failure) => {
        kept.ended += 1;
        kept.failure = failure;
      },
    };
  };
  return { recorded, tracer: { start, stop: () => Promise.resolve() } };
}

const request = <T>(work: () => T): T =>
  asRequest('r-1', () => work(), {
    facts: () => ({ tenant: 't-1', token: 7, route: undefined }),
    traceparent: TRACEPARENT,
    span: { name: 'GET' },
  });

describe('the current work', () => {
  afterEach(() => useTracing({ propagates: true }));

  it('is a request until a job begins, which inherits nothing from it', async () => {
    expect(currentFacts()).toEqual({});
    await request(async () => {
      await Promise.resolve();
      const known = { trace_id: CALLER.traceId, span_id: CALLER.spanId, request_id: 'r-1', tenant: 't-1', token: 7 };
      expect(currentFacts()).toEqual(known);
      expect(currentRequestId()).toBe('r-1');
      asJob('Mail', {}, () => {
        expect(currentFacts()).toEqual({ job: 'Mail' });
        expect([currentRequestId(), currentTraceparent()]).toEqual([null, null]);
        asJob('One mail', { tenant: 't-2' }, () =>
          withFacts({ mail_id: 3 }, () =>
            expect(currentFacts()).toEqual({ job: 'One mail', tenant: 't-2', mail_id: 3 }),
          ),
        );
      });
    });
  });

  it('propagates the trace of its caller without a tracer, unless propagation is disabled', async () => {
    expect(request(currentTraceparent)).toBe(TRACEPARENT);
    const origin = { traceparent: TRACEPARENT, continues: false };
    expect(await inTraceOf(origin, { name: 'x' }, () => Promise.resolve(currentTraceparent()))).toBe(TRACEPARENT);
    useTracing({ propagates: false });
    expect(request(currentTraceparent)).toBeNull();
    expect(request(currentFacts)).not.toHaveProperty('trace_id');
  });

  it("creates child spans of the request's span, each with the tenant and its outcome", async () => {
    const { tracer, recorded } = tracerOf();
    useTracing({ tracer, propagates: true });
    await request(async () => {
      await inSpan(
        () => ({ name: 'outer' }),
        async () => {
          startSpan({ name: 'inner' })?.end();
          await Promise.resolve();
        },
      );
      const fault = new Error('no');
      const failing = inSpan(
        () => ({ name: 'failing' }),
        () => Promise.reject(fault),
      );
      await expect(failing).rejects.toBe(fault);
      expect(recorded.at(-1)?.failure).toBe(fault);
    });
    const tree = recorded.map(({ options, parent, ended }) => [options.name, parent?.spanId, ended]);
    const [first, second] = ['1', '2'].map((number) => number.padStart(16, '0'));
    // The creator of the request's span ends it.
    expect(tree).toEqual([
      ['GET', CALLER.spanId, 0],
      ['outer', first, 1],
      ['inner', second, 1],
      ['failing', first, 1],
    ]);
    for (const { attributes } of recorded.slice(1)) expect(attributes['tenant.id']).toBe('t-1');
  });

  it('creates no spans below a span that is not exported, or without a span', async () => {
    const { tracer, recorded } = tracerOf(false);
    useTracing({ tracer, propagates: true });
    expect(startSpan({ name: 'nowhere' })).toBeUndefined();
    const asked = jest.fn(() => ({ name: 'costly' }));
    await request(() => inSpan(asked, () => Promise.resolve()));
    expect(asked).not.toHaveBeenCalled();
    expect(recorded).toHaveLength(1);
    expect(request(currentTraceparent)).toMatch(/-00$/);
  });

  it.each([
    [true, CALLER, []],
    [false, undefined, [CALLER]],
  ])('continues the trace that caused a job, or links to it: %s', async (continues, parent, links) => {
    const { tracer, recorded } = tracerOf();
    useTracing({ tracer, propagates: true });
    await inTraceOf({ traceparent: TRACEPARENT, continues }, { name: 'deliver' }, () => Promise.resolve());
    expect(recorded).toMatchObject([{ parent, options: { name: 'deliver', links }, ended: 1 }]);
  });
});

describe('the remaining database time', () => {
  it('is that of the request, and unlimited for jobs and for work that opts out', async () => {
    expect(remainingTime()).toBe(Infinity);
    await asRequest('a-request', async () => {
      expect(remainingTime()).toBe(15_000);
      await inRequestTime(() => sleep(2));
      expect(remainingTime()).toBeLessThan(15_000);
      expect(withoutLimit(remainingTime)).toBe(Infinity);
      expect(asJob('a-job', {}, remainingTime)).toBe(Infinity);
      expect(withFacts({ tenant: 'one' }, remainingTime)).toBeLessThan(15_000);
    });
  });
});
