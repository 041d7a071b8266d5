import { DomainError, type ErrorCode, type Message } from '../../../common/errors';
import type { Warning } from '../../../common/warnings';
import { MAX_EXTERNAL_ID } from '../../../common/records/external';
import { MAX_ERRORS_OF_ROW } from '../domain/import';
import { LINE_PREFIX } from '../kinds/columns';
import type { ImportKind } from '../kinds/kind';
import type { FileRecord } from '../kinds/file-record';

/** An error of a row: of one field or of the whole row. */
export interface RowError {
  readonly line: number;
  readonly externalId: string | null;
  readonly field: string | null;
  /** An error code, or for a warning its code in API responses. */
  readonly code: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Errors that do not depend on the row. The row may succeed later. */
const NOT_OF_ROWS: readonly ErrorCode[] = ['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR', 'UNAUTHENTICATED'];

/** Whether an error rejects the row that was being written. */
export function isOfRow(error: unknown): error is DomainError {
  return error instanceof DomainError && !NOT_OF_ROWS.includes(error.code);
}

/** One error per field, with its line and column in the file. Per line at most ten, then the number of the others. */
export function rowErrors(
  kind: ImportKind,
  record: FileRecord,
  error: DomainError,
  isCsv: boolean,
): readonly RowError[] {
  const fields = Object.entries(error.extras.fields ?? {});
  const externalId = cut(record.externalId);
  const { line, field } = record.fault ?? { line: record.line, field: null };
  if (fields.length === 0)
    return [{ line, externalId, field: cut(field), code: error.code, ...messagePart(error.text) }];
  const errors = fields.flatMap(([path, messages]) => {
    const place = isCsv ? placeInCsv(kind, record, path) : { line: record.line, field: path };
    return messages.map((message) => ({
      ...{ line: place.line, field: cut(place.field), externalId, code: error.code },
      ...messagePart(message),
    }));
  });
  const whole = { line: record.line, externalId, field: null, code: error.code };
  const others = error.text.key === 'error.validation_first' ? [{ ...whole, ...messagePart(error.text) }] : [];
  return [...firstOfEachLine(errors), ...others];
}

/** Distinct warnings about one saved record, at its first line. */
export function rowWarnings(record: FileRecord, warnings: readonly Warning[] = []): readonly RowError[] {
  const { line } = record;
  const each = new Map(warnings.map((warning) => [JSON.stringify(warning), warning]));
  return [...each.values()].map(({ code, text }) => {
    return { line, externalId: cut(record.externalId), field: null, code, ...messagePart(text) };
  });
}

/** Per line the first ten errors and the number of the others. */
function firstOfEachLine(errors: readonly RowError[]): readonly RowError[] {
  const byLine = new Map<number, RowError[]>();
  for (const error of errors) {
    const ofLine = byLine.get(error.line);
    if (ofLine) ofLine.push(error);
    else byLine.set(error.line, [error]);
  }
  return [...byLine.values()].flatMap((ofLine) => {
    const [first] = ofLine;
    const count = ofLine.length - MAX_ERRORS_OF_ROW;
    if (!first || count <= 0) return ofLine;
    const more = { ...first, field: null, key: 'imports.more_errors', params: { count } };
    return [...ofLine.slice(0, MAX_ERRORS_OF_ROW), more];
  });
}

/** The external id or field name may be of any length in the file. */
function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_EXTERNAL_ID);
}

const messagePart = ({ key, params = {} }: Message): Pick<RowError, 'key' | 'params'> => ({ key, params });

/** `items.2.quantity` is the column `item_quantity` in the third row of the document. */
function placeInCsv({ lines }: ImportKind, record: FileRecord, path: string): Pick<RowError, 'line' | 'field'> {
  const [field = '', index = '', ...rest] = path.split('.');
  if (lines?.field !== field || rest.length === 0) return { line: record.line, field: path };
  return { line: record.lines[Number(index)] ?? record.line, field: LINE_PREFIX + rest.join('.') };
}
