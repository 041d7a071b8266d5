import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { PerForm } from '../request/form';

/** Marks, in what decorators say of an operation, a value for each form; `openapi/one-form.ts` reads it. */
export const PER_FORM = 'x-per-form';

/** The parameter that stands for a query of which each form has its own class. */
export const WHOLE_QUERY = 'x-whole-query';

/** A part of an operation that each form's document has in its own way. */
export const perForm = (values: PerForm<unknown>): object => ({ [PER_FORM]: values });

/** A schema that is one class in Form A and another in Form B. */
export const schemaPerForm = ({ a, b }: PerForm<Type>): object =>
  perForm({ a: { $ref: getSchemaPath(a) }, b: { $ref: getSchemaPath(b) } });
