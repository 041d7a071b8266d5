import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { DomainError } from '../../../common/errors';
import type { Language } from '../../../messages';

/** The two forms of the API; the path prefix alone chooses. */
export type Form = 'a' | 'b';

export type PerForm<Value> = Readonly<Record<Form, Value>>;

/** An instance of one of two classes: `OfForm<typeof VENDOR>` for `VENDOR = { a: VendorResponse, b: VendorResponseB }`. */
export type OfForm<Classes extends PerForm<abstract new () => object>> = InstanceType<Classes[Form]>;

/** Where each form lives. */
export const PREFIX: PerForm<string> = { a: '/v1', b: '/api/v1' };

/** The form a path belongs to; undefined outside both prefixes. */
export function formOf(path: string): Form | undefined {
  if (path === '/v1' || path.startsWith('/v1/')) return 'a';
  if (path === '/api/v1' || path.startsWith('/api/v1/')) return 'b';
  return undefined;
}

type Details = Readonly<Record<string, unknown>>;

/**
 * How one form names fields and values in the refusals of one controller, where its names differ from the rules'.
 * `presentError` replaces the rules' names by these. Each module states its words once, in a `words.ts`, and hands them to
 * `@BothForms`.
 */
export interface FormWords {
  /** Names of fields: the rules' name to the form's. Each segment of a path counts: `items.2.vat_rate` has two names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Values of `status`: the rules' value to the form's. */
  readonly statuses?: Readonly<Record<string, string>>;
  /** The `details` of a refusal that needs the caller's language for them; undefined leaves them as they are. */
  readonly details?: (error: DomainError, language: Language) => Details | undefined;
}

/** The words of a controller by form; a form without any uses the rules' names. */
export type Vocabulary = Partial<PerForm<FormWords>>;

export const VOCABULARY = 'procurement:vocabulary';

/** The words that a controller was given for a form; undefined when none. */
export function wordsOf(controller: object, form: Form): FormWords | undefined {
  return (Reflect.getMetadata(VOCABULARY, controller) as Vocabulary | undefined)?.[form];
}

/** Marks, in what decorators say of an operation, a value for each form; `openapi/one-form.ts` reads it. */
export const PER_FORM = 'x-per-form';

/** The parameter that stands for a query of which each form has its own class. */
export const WHOLE_QUERY = 'x-whole-query';

/** A part of an operation that each form's document has in its own way. */
export const perForm = (values: PerForm<unknown>): object => ({ [PER_FORM]: values });

/** A schema that is one class in Form A and another in Form B. */
export const schemaPerForm = ({ a, b }: PerForm<Type>): object =>
  perForm({ a: { $ref: getSchemaPath(a) }, b: { $ref: getSchemaPath(b) } });
