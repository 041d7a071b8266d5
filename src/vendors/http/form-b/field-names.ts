import { DomainError } from '../../../common/errors';

const NAMES: Readonly<Record<string, string>> = { vat_number: 'tax_number' };

/** Does the work; what it refuses by field, it refuses by Form B's name of that field. */
export async function inFormBWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DomainError && error.extras.fields ? renamed(error) : error;
  }
}

function renamed({ code, text, extras }: DomainError): DomainError {
  const fields = Object.entries(extras.fields ?? {}).map(
    ([name, messages]) => [NAMES[name] ?? name, messages] as const,
  );
  return new DomainError(code, text, { ...extras, fields: Object.fromEntries(fields) });
}
