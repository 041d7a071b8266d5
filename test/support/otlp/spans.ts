import type { Loose } from '../client';
import { bytesAt, type Fields, fieldsOf, messagesAt } from './protobuf';

/** A span as a collector received it. Ids are hexadecimal. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Linked spans of other traces. */
  readonly links: readonly string[];
  /** Attributes of the process that exported it. */
  readonly resource: Readonly<Record<string, string>>;
  readonly isError: boolean;
  readonly events: number;
}

const ERROR = 2;

/** The spans of a protobuf export. Field numbers are from opentelemetry-proto's `trace.proto`. */
export function spansOfProtobuf(body: Buffer): ReceivedSpan[] {
  return messagesAt(fieldsOf(body), 1).flatMap((group) => {
    const resource = attributesOf(messagesAt(group, 1)[0] ?? new Map(), 1);
    return messagesAt(group, 2).flatMap((scope) =>
      messagesAt(scope, 2).map((span) => ({
        traceId: bytesAt(span, 1).toString('hex'),
        spanId: bytesAt(span, 2).toString('hex'),
        parentId: bytesAt(span, 4).toString('hex'),
        name: bytesAt(span, 5).toString(),
        attributes: attributesOf(span, 9),
        links: messagesAt(span, 13).map((link) => bytesAt(link, 1).toString('hex')),
        resource,
        isError: messagesAt(span, 15).some((status) => status.get(3)?.[0] === BigInt(ERROR)),
        events: span.get(11)?.length ?? 0,
      })),
    );
  });
}

function attributesOf(fields: Fields, number: number): Record<string, string> {
  return Object.fromEntries(
    messagesAt(fields, number).map((pair) => {
      const value = messagesAt(pair, 2)[0] ?? new Map();
      const [kind, content = ''] = [...value.entries()].map(([at, all]) => [at, all[0]] as const)[0] ?? [];
      return [bytesAt(pair, 1).toString(), kind === 1 ? (content as Buffer).toString() : String(content)];
    }),
  );
}

export function spansOfJson(body: Buffer): ReceivedSpan[] {
  const named = (all: Loose[] = []): Record<string, string> =>
    Object.fromEntries(all.map(({ key, value }) => [key, String(Object.values(value as object)[0])]));
  const { resourceSpans } = JSON.parse(body.toString());
  return resourceSpans.flatMap(({ resource, scopeSpans }: Loose) =>
    scopeSpans.flatMap(({ spans }: Loose) =>
      spans.map((span: Loose) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId ?? '',
        name: span.name,
        attributes: named(span.attributes),
        links: (span.links ?? []).map((link: Loose) => link.traceId),
        resource: named(resource.attributes),
        isError: span.status?.code === ERROR,
        events: span.events?.length ?? 0,
      })),
    ),
  );
}
