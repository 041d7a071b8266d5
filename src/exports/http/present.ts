import type { Language } from '../../common/messages';
import { failureText } from '../../common/messages/failure';
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
