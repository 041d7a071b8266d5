import { createParamDecorator, ExecutionContext, StreamableFile } from '@nestjs/common';
import type { ServiceRequest } from '../request/request';
import { streamed } from './streamed';

/** Newline-delimited JSON: an object a line. */
export const NDJSON = 'application/x-ndjson';

/** In which of three ways the client would rather have a list. */
export type ListFormat = 'json' | 'csv' | 'ndjson';

const FORMATS: Readonly<Record<string, ListFormat>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  [NDJSON]: 'ndjson',
};

/** The {@link ListFormat} that `Accept` prefers. */
export const PreferredFormat = createParamDecorator((_: unknown, context: ExecutionContext): ListFormat => {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  const type = request.accepts(Object.keys(FORMATS));
  return (type && FORMATS[type]) || 'json';
});

/**
 * Rows as a file with a JSON object a line, streamed: whatever their number, only a few are in memory.
 * @param name file name, without path
 */
export async function ndjsonFile(name: string, rows: AsyncIterable<object>): Promise<StreamableFile> {
  return new StreamableFile(await streamed(lines(rows)), {
    type: NDJSON,
    disposition: `attachment; filename="${name}"`,
  });
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
