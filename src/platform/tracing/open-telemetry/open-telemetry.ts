import { Logger } from '@nestjs/common';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span as ApiSpan,
  type Tracer as ApiTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { tracingChannel } from 'node:diagnostics_channel';
import { type Environment, pairsIn, serviceVersion } from '../../config';
import type { TraceContext } from '../trace-context';
import { errorType, type Span, type SpanOptions, type Tracer } from '../tracer';
import { samplerOf } from './sampling';
import { startSpan } from '../work';

/** Milliseconds. */
const STOP_MILLISECONDS = 3_000;

const MOST_EXPORTED = 512;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Creates OpenTelemetry's SDK without any global registration. Spans wait in a queue of `OTEL_BSP_MAX_QUEUE_SIZE`; if
 * it is full, spans are dropped, so a slow or unavailable exporter does not delay requests.
 * @param url the endpoint for spans
 */
export function openTelemetry(environment: Environment, url: string): Tracer {
  const Exporter = environment.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url, headers: { ...pairsIn(environment.OTEL_EXPORTER_OTLP_HEADERS) } });
  const queue = environment.OTEL_BSP_MAX_QUEUE_SIZE;
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(resourceOf(environment))),
    sampler: samplerOf(environment),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new LoggingExporter(exporter),
        maxQueueSize: queue,
        maxExportBatchSize: Math.min(queue, MOST_EXPORTED),
        scheduledDelayMillis: environment.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  });
  const tracer = provider.getTracer('procurement-service');
  traceRedis();
  return {
    start: (options, parent) => new StartedSpan(start(tracer, options, parent)),
    stop: async () => {
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(STOP_MILLISECONDS)]);
    },
  };
}

function resourceOf(environment: Environment): Record<string, string | number> {
  const attributes = pairsIn(environment.OTEL_RESOURCE_ATTRIBUTES);
  return {
    'service.version': serviceVersion(),
    'host.name': hostname(),
    'process.pid': process.pid,
    'service.instance.id': randomUUID(),
    'procurement.process_role': environment.PROCESS_ROLE,
    ...attributes,
    'service.name': environment.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? 'procurement-service',
  };
}

function start(tracer: ApiTracer, options: SpanOptions, parent: TraceContext | undefined): ApiSpan {
  const { name, kind = 'internal', attributes, links = [], startedAt } = options;
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)) : ROOT_CONTEXT;
  return tracer.startSpan(
    name,
    {
      kind: KINDS[kind],
      links: links.map((link) => ({ context: contextOf(link) })),
      ...(attributes ? { attributes } : {}),
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    },
    context,
  );
}

const contextOf = ({ traceId, spanId, isSampled }: TraceContext) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? 1 : 0,
});

class StartedSpan implements Span {
  readonly context: TraceContext;

  constructor(private readonly span: ApiSpan) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.context = { traceId, spanId, isSampled: (traceFlags & 1) === 1 };
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: Readonly<Record<string, string | number | boolean | undefined>>): void {
    this.span.setAttributes(attributes);
  }

  end(failure?: unknown): void {
    if (failure !== undefined) {
      this.span.setAttribute('error.type', errorType(failure));
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}

type Exported = Parameters<SpanExporter['export']>[1];

/** Logs one warning when exports begin to fail, and one line when they succeed again. */
class LoggingExporter implements SpanExporter {
  private readonly log = new Logger('Tracing');
  private isAway = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], exported: Exported): void {
    this.exporter.export(spans, (result) => {
      // 0 is the code of success.
      this.logOutage((result.code as number) !== 0, result.error);
      exported(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  private logOutage(isAway: boolean, error: Error | undefined): void {
    if (isAway && !this.isAway) this.log.warn({ err: error }, 'Spans cannot be exported; they are dropped');
    if (!isAway && this.isAway) this.log.log('Spans are exported again');
    this.isAway = isAway;
  }
}

/** The message of ioredis about a sent command. Its arguments are not used. */
interface RedisCommand {
  readonly command: string;
  readonly database: number;
  readonly serverAddress: string;
  readonly serverPort: number | undefined;
}

/** Creates a span for each Redis command of traced work, through ioredis' documented tracing channel. */
export function traceRedis(): void {
  const spans = new WeakMap<object, Span>();
  tracingChannel<string, RedisCommand>('ioredis:command').subscribe({
    start: (message) => {
      const { command, database, serverAddress, serverPort } = message;
      const operation = command.toUpperCase();
      const span = startSpan({
        name: operation,
        kind: 'client',
        attributes: {
          'db.system.name': 'redis',
          'db.operation.name': operation,
          'db.namespace': String(database),
          'server.address': serverAddress,
          'server.port': serverPort,
        },
      });
      if (span) spans.set(message, span);
    },
    asyncEnd: (message) => spans.get(message)?.end((message as { readonly error?: unknown }).error),
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  });
}
