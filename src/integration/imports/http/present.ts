import { isMessageKey, type Language, type MessageKey, translate } from '../../../messages';
import type { CsvCell } from '../../../platform/http';
import type { ImportResource } from '../domain/import';
import { PLAIN_READING } from '../domain/reading';
import { columnsOf, LINE_PREFIX } from '../kinds/columns';
import type { ImportKind } from '../kinds/kind';
import type { ImportErrorRow, ImportRow } from '../imports.queries';
import type { ImportColumnsResponse, ImportErrorResponse, ImportResponse } from './answers';

export function presentImport(row: ImportRow, language: Language): ImportResponse {
  const { created_by_id, created_by_name, failure, created_at, started_at, finished_at, ...fields } = row;
  return {
    ...fields,
    failure: failure === null ? null : { code: failure, message: failureText(failure, language) },
    created_by: created_by_id === null ? null : { id: created_by_id, name: created_by_name ?? '' },
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function failureText(code: string, language: Language): string {
  return translate(language, FAILURES[code] ?? 'error.internal');
}

const FAILURES: Readonly<Record<string, MessageKey>> = {
  UNAUTHENTICATED: 'imports.no_longer_allowed',
  FORBIDDEN_ABILITY: 'imports.no_longer_allowed',
  ROLE_NOT_PERMITTED: 'imports.no_longer_allowed',
  SERVICE_UNAVAILABLE: 'error.unavailable',
};

/** The columns of a CSV file of a kind. */
export function presentColumns(resource: ImportResource, kind: ImportKind): ImportColumnsResponse {
  const required = ['external_id', ...kind.required];
  const ofLines = (kind.lines?.computed ?? []).map((name) => LINE_PREFIX + name);
  const computed = [...(kind.computed ?? []), ...ofLines];
  const columns = Object.entries(columnsOf(kind, PLAIN_READING)).map(([name, type]) => ({
    ...{ name, type },
    required: required.includes(name),
    computed: computed.includes(name),
  }));
  return { resource, columns };
}

/** What is wrong with a row, in a language. */
export function presentImportError(row: ImportErrorRow, language: Language): ImportErrorResponse {
  const { line, external_id, field, code, key, params } = row;
  // A sentence of a release that is not this one may be unknown here: its key says something at least.
  return { line, external_id, field, code, message: isMessageKey(key) ? translate(language, key, params) : key };
}

export const ERROR_COLUMNS = ['line', 'external_id', 'field', 'code', 'message'];

/** An error as a row of the CSV. */
export const errorCells = (error: ImportErrorResponse): Record<string, CsvCell> => ({ ...error });
