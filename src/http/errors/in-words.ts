import { DomainError, type ErrorExtras, type FieldMessages } from '../../common/errors';
import type { Language } from '../../common/messages';
import type { FormWords } from '../forms/form';
import { InputError } from './input-error';

type Names = Readonly<Record<string, string>>;
type Details = NonNullable<ErrorExtras['details']>;

/**
 * The refusal in a form's words: its fields, the statuses of an INVALID_STATUS, and the details that need the caller's
 * language. An {@link InputError} names fields as the request does already, and stays as it is.
 */
export function inWords(error: DomainError, words: FormWords | undefined, language: Language): DomainError {
  if (!words || error instanceof InputError) return error;
  const { code, text, extras } = error;
  if (extras.fields && words.fields) {
    return new DomainError(code, text, { ...extras, fields: renamed(extras.fields, words.fields) });
  }
  if (code === 'INVALID_STATUS' && extras.details && words.statuses) {
    return withStatuses(error, extras.details, words.statuses);
  }
  const details = words.details?.(error, language);
  return details ? new DomainError(code, text, { ...extras, details }) : error;
}

function nameIn<T>(names: Names, value: T): T | string {
  return typeof value === 'string' && Object.hasOwn(names, value) ? (names[value] ?? value) : value;
}

function renamed(fields: FieldMessages, names: Names): FieldMessages {
  const inForm = (path: string): string =>
    path
      .split('.')
      .map((segment) => nameIn(names, segment))
      .join('.');
  return Object.fromEntries(Object.entries(fields).map(([path, messages]) => [inForm(path), messages]));
}

/** The statuses of an INVALID_STATUS, in its details and its sentence. Two that the form calls alike are listed once. */
function withStatuses({ code, text, extras }: DomainError, details: Details, names: Names): DomainError {
  const { status, allowed_statuses: allowed } = details;
  const known: unknown[] | undefined = Array.isArray(allowed)
    ? [...new Set(allowed.map((one: unknown) => nameIn(names, one)))]
    : undefined;
  const { params } = text;
  const said = params && {
    ...params,
    ...(params['status'] !== undefined && { status: nameIn(names, params['status']) }),
    ...(known && params['allowed'] !== undefined && { allowed: known.join(', ') || '-' }),
  };
  const named = {
    ...details,
    ...(status !== undefined && { status: nameIn(names, status) }),
    ...(known && { allowed_statuses: known }),
  };
  return new DomainError(code, said ? { ...text, params: said } : text, { ...extras, details: named });
}
