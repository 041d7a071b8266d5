import { DomainError, type ErrorCode, type Message } from '../../../common/errors';
import { compareDocument, type Resent, type StoredDocument } from '../domain/resent';
import { shown } from '../kinds/columns';
import type { Amounts, Body, ImportKind, ResentKind } from '../kinds/kind';

/**
 * Compares a document of a file with the stored one.
 * @throws DomainError INVALID_STATUS on each field that differs where the status of the stored document allows no change;
 *   VALIDATION_ERROR on each that never changes
 */
export function differencesOf(kind: ImportKind, resent: ResentKind, stored: StoredDocument, input: object): Resent {
  const found = compareDocument(stored, input as Body, kind.lines?.field ?? '');
  if (found.differences.length === 0) return found;
  if (!resent.editable.includes(stored.status)) throw refusal('INVALID_STATUS', found, stored);
  const fixed = found.differences.filter(({ path }) => resent.fixed.includes(path));
  if (fixed.length > 0) throw refusal('VALIDATION_ERROR', { ...found, differences: fixed }, stored);
  return found;
}

/** What the stored document comes to, its lines in the order of the file. */
export function amountsOf({ fields }: StoredDocument, { lines }: Resent): Amounts {
  return { record: fields as Amounts['record'], lines: lines.map((line) => (line?.fields ?? {}) as Amounts['record']) };
}

function refusal(code: ErrorCode, { differences }: Resent, { status }: StoredDocument): DomainError {
  const key = code === 'INVALID_STATUS' ? 'imports.differs_in_status' : 'imports.differs_in_fixed_field';
  const entries = differences.map(({ path, value, stored }): [string, readonly Message[]] => [
    path,
    [{ key, params: { value: shown(value ?? undefined), stored: shown(stored ?? undefined), status } }],
  ]);
  return new DomainError(code, { key: 'imports.document_differs' }, { fields: Object.fromEntries(entries) });
}
