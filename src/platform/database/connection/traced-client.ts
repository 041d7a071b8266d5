import type { Client } from 'pg';
import { startSpan } from '../../tracing';
import { type Asked, overrideQuery, queryOf, type PipelinedClient } from './pipelined-client';
import { summaryOf } from './statement-summary';

/**
 * The client with a span around each statement that a traced piece of work sends; pools are given it only where tracing is on.
 * A span says which verb and which table: neither the text nor the values.
 */
export function traced(Base: typeof PipelinedClient): typeof PipelinedClient {
  class Traced extends Base {}
  overrideQuery(Traced, function (...asked) {
    const span = spanOf(this, textOf(asked[0]));
    const answer = queryOf(Base).apply(this, [...asked]);
    if (!span || !(answer instanceof Promise)) return answer;
    answer.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    );
    return answer;
  });
  return Traced;
}

const textOf = (asked: Asked[0] | undefined): string => (typeof asked === 'object' ? asked.text : (asked ?? ''));

function spanOf({ host, port, database }: Client, text: string): ReturnType<typeof startSpan> {
  const summary = summaryOf(text);
  if (!summary) return undefined;
  const { operation, table } = summary;
  const name = table === undefined ? operation : `${operation} ${table}`;
  return startSpan({
    name,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': database,
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.summary': name,
      'server.address': host,
      'server.port': port,
    },
  });
}
