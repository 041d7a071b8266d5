import { DomainError } from '../../../common/errors';
import type { MessageParams } from '../../../common/messages';
import { inFormBStatuses } from './status';

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

/** Does the work; what it refuses, it refuses by Form B's names of fields and statuses. */
export async function inFormBWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DomainError ? renamed(error) : error;
  }
}

function renamed(error: DomainError): DomainError {
  const { fields } = error.extras;
  if (fields) {
    const entries = Object.entries(fields).map(([path, messages]) => [formBPath(path), messages] as const);
    return new DomainError(error.code, error.text, { ...error.extras, fields: Object.fromEntries(entries) });
  }
  return withFormBStatuses(error);
}

/** The statuses in a refusal are those that the order's own answers show. Any other refusal stays as it is. */
export function withFormBStatuses(error: DomainError): DomainError {
  const { code, text, extras } = error;
  const { details } = extras;
  if (code !== 'INVALID_STATUS' || !details) return error;
  const params: MessageParams = Object.fromEntries(
    Object.entries(text.params ?? {}).map(([name, value]) => [name, inFormBStatuses(value)]),
  );
  const { status, allowed_statuses: allowed } = details;
  const words = {
    status: inFormBStatuses(status),
    ...(Array.isArray(allowed) ? { allowed_statuses: allowed.map(inFormBStatuses) } : {}),
  };
  return new DomainError(code, { key: text.key, params }, { ...extras, details: { ...details, ...words } });
}
