import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { DomainError } from '../../../common/errors';
import type { Language } from '../../../messages';

/** Only the path prefix selects one. */
export type Form = 'a' | 'b';

export type PerForm<Value> = Readonly<Record<Form, Value>>;

/** `OfForm<typeof VENDOR>` for `VENDOR = { a: VendorResponse, b: VendorResponseB }`. */
export type OfForm<Classes extends PerForm<abstract new () => object>> = InstanceType<Classes[Form]>;

export const PREFIX: PerForm<string> = { a: '/v1', b: '/api/v1' };

/** Undefined outside both prefixes. */
export function formOf(path: string): Form | undefined {
  if (path === '/v1' || path.startsWith('/v1/')) return 'a';
  if (path === '/api/v1' || path.startsWith('/api/v1/')) return 'b';
  return undefined;
}

/**
 * A form's names of fields and values in the error responses of one controller, where they differ from the names in the
 * domain code. `toErrorResponse` applies them. Each module declares them once, in a `aliases.ts`, and passes them to
 * `@BothForms`.
 */
export interface FieldAliases {
  /** Domain name to form name, for each segment of a path: `items.2.vat_rate` contains two names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Values of `status`: domain value to form value. */
  readonly statuses?: Readonly<Record<string, string>>;
  /** The `details` of an error that depends on the caller's language; undefined leaves them unchanged. */
  readonly details?: (error: DomainError, language: Language) => Readonly<Record<string, unknown>> | undefined;
}

/** The terms of a controller by form; a form without an entry uses the domain names. */
export type FormAliases = Partial<PerForm<FieldAliases>>;

export const FORM_ALIASES = 'procurement:vocabulary';

export function fieldAliasesOf(controller: object, form: Form): FieldAliases | undefined {
  return (Reflect.getMetadata(FORM_ALIASES, controller) as FormAliases | undefined)?.[form];
}

/** Marks values per form in the OpenAPI metadata of an operation; `openapi/one-form.ts` resolves them. */
export const PER_FORM = 'x-per-form';

/** A placeholder parameter for a query that has one class per form. */
export const WHOLE_QUERY = 'x-whole-query';

export const perForm = (values: PerForm<unknown>): object => ({ [PER_FORM]: values });

export const schemaPerForm = ({ a, b }: PerForm<Type>): object =>
  perForm({ a: { $ref: getSchemaPath(a) }, b: { $ref: getSchemaPath(b) } });
