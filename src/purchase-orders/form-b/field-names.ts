import { DomainError } from '../../common/errors';

const NAMES: Readonly<Record<string, string>> = {
  items: 'lines',
  vat_rate: 'vat_percentage',
  notes: 'description',
  expected_delivery_date: 'required_date',
  attachments: 'documents',
};

/** A field's path in Form B's words: `items.2.vat_rate` is `lines.2.vat_percentage`. */
export function formBPath(path: string): string {
  return path
    .split('.')
    .map((segment) => (Object.hasOwn(NAMES, segment) ? (NAMES[segment] ?? segment) : segment))
    .join('.');
}

/** Does the work; what it refuses by field, it refuses by Form B's name of that field. */
export async function inFormBWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DomainError ? renamed(error) : error;
  }
}

function renamed(error: DomainError): DomainError {
  const { fields } = error.extras;
  if (!fields) return error;
  const entries = Object.entries(fields).map(([path, messages]) => [formBPath(path), messages] as const);
  return new DomainError(error.code, error.text, { ...error.extras, fields: Object.fromEntries(entries) });
}
