import type { Message } from '../../../common/errors';
import { type Language, translate } from '../../../messages';
import { MOST_MINUTES } from '../domain/export';
import type { ExportRow } from '../exports.queries';
import type { ExportOut } from './answers';

/** An export in an answer. */
export function presentExport(row: ExportRow, language: Language): ExportOut {
  const { created_by_id, created_by_name, failure, created_at, started_at, finished_at, expires_at, ...fields } = row;
  return {
    ...fields,
    failure: failure === null ? null : { code: failure, message: failureText(failure, language) },
    created_by: created_by_id === null ? null : { id: created_by_id, name: created_by_name ?? '' },
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  };
}

function failureText(code: string, language: Language): string {
  const { key, params } = FAILURES[code] ?? { key: 'error.internal' };
  return translate(language, key, params);
}

const NOT_ALLOWED: Message = { key: 'exports.no_longer_allowed' };
const FAILURES: Readonly<Record<string, Message>> = {
  UNAUTHENTICATED: NOT_ALLOWED,
  FORBIDDEN_ABILITY: NOT_ALLOWED,
  ROLE_NOT_PERMITTED: NOT_ALLOWED,
  VALIDATION_ERROR: { key: 'exports.storage_full' },
  EXPORT_TOO_LARGE: { key: 'exports.too_large', params: { minutes: MOST_MINUTES } },
  SERVICE_UNAVAILABLE: { key: 'error.unavailable' },
};
