import type { Readable } from 'node:stream';
import { scanJson } from '../../http';
import { BrokenFileError, MAX_ROW_BYTES, type Row, type Start } from './rows';

const NEWLINE = 0x0a;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The lines of an NDJSON file, as they are read; empty ones are left out. A line that is no JSON object is a row without
 * `object`, and a row's error: it does not stop the others. One that holds more than a request may is not parsed either: a few
 * lines of braces would fill the memory.
 * @param bytes of the file from `start` on
 * @throws BrokenFileError for a line that is too long
 */
export async function* ndjsonRows(bytes: Readable, start: Start = { position: 0, line: 0 }): AsyncGenerator<Row> {
  let { position, line } = start;
  let rest: Buffer = Buffer.alloc(0);
  const row = (text: Buffer, end: number): Row => {
    line += 1;
    position = end;
    const withoutBom = line === 1 && text.subarray(0, BOM.length).equals(BOM) ? text.subarray(BOM.length) : text;
    const place = { line, end, endLine: line };
    const tooMuch = scanJson(withoutBom);
    if (tooMuch) return { ...place, tooMuch };
    const object = objectOf(withoutBom.toString('utf8'));
    return { ...place, ...(object && { object }) };
  };
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        const text = rest.subarray(0, at);
        rest = rest.subarray(at + 1);
        const found = row(text, position + at + 1);
        if (!isBlank(text)) yield found;
      }
      if (rest.length > MAX_ROW_BYTES) throw new BrokenFileError('imports.row_too_long', { line: line + 1 });
    }
    if (!isBlank(rest)) yield row(rest, position + rest.length);
  } finally {
    bytes.destroy();
  }
}

const isBlank = (text: Buffer): boolean => text.toString('latin1').trim() === '';

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
