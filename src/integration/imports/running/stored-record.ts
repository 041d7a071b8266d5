import { DomainError, type ErrorCode, type FieldMessages, invalid, type Message } from '../../../common/errors';
import { decimal } from '../../../common/money';
import { compareDocument, type Resent, type StoredDocument } from '../domain/resent';
import { shown } from '../kinds/columns';
import type { Amounts, Body, ImportKind, ResentKind } from '../kinds/kind';
import type { StatedAmounts } from './readable-record';

/** @throws DomainError if fields differ: INVALID_STATUS if the status allows no change, VALIDATION_ERROR if fixed */
export function differencesOf(kind: ImportKind, resent: ResentKind, stored: StoredDocument, input: object): Resent {
  const found = compareDocument(stored, input as Body, kind.lines?.field ?? '');
  if (found.differences.length === 0) return found;
  if (!resent.editable.includes(stored.status)) throw refusal('INVALID_STATUS', found, stored);
  const fixed = found.differences.filter(({ path }) => resent.fixed.includes(path));
  if (fixed.length > 0) throw refusal('VALIDATION_ERROR', { ...found, differences: fixed }, stored);
  return found;
}

/** The amounts of the saved document, with its lines in the order of the file. */
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

/** @throws DomainError VALIDATION_ERROR on each stated amount that differs from the record's */
export function requireStated(kind: ImportKind, stated: StatedAmounts, { record, lines }: Amounts): void {
  const faults: Record<string, FieldMessages[string]> = {};
  const field = kind.lines?.field ?? '';
  const computed = new Map(Object.entries(record));
  for (const [index, line] of lines.entries()) {
    for (const [name, amount] of Object.entries(line)) computed.set(`${field}.${index}.${name}`, amount);
  }
  for (const [path, value] of stated) {
    const amount = computed.get(path);
    if (amount !== undefined && decimal(value).eq(decimal(amount))) continue;
    faults[path] = [{ key: 'imports.amount_differs', params: { value, amount: amount ?? '' } }];
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
