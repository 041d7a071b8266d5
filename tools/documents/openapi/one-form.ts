import { type Form, PER_FORM, WHOLE_QUERY } from '../../../src/platform/http/request/form';
import { type Json, type JsonObject, SCHEMA_REF, isObject, mapValues } from './schema';

/**
 * The operation as the document of one form shows it: per-form values are resolved, and query fields become parameters.
 * @param schemas the generated schemas of request types
 */
export function operationInForm(form: Form, operation: JsonObject, schemas: JsonObject): JsonObject {
  const own = inForm(form, operation) as JsonObject;
  const { parameters } = own;
  if (!Array.isArray(parameters)) return own;
  return { ...own, parameters: (parameters as JsonObject[]).flatMap((one) => parametersOf(one, schemas)) };
}

function inForm(form: Form, part: Json): Json {
  if (Array.isArray(part)) return part.map((one) => inForm(form, one));
  if (!isObject(part)) return part;
  const values = part[PER_FORM];
  return isObject(values) ? (values[form] as Json) : mapValues(part, (value) => inForm(form, value));
}

function parametersOf(parameter: JsonObject, schemas: JsonObject): JsonObject[] {
  if (parameter['name'] !== WHOLE_QUERY) return [parameter];
  const { $ref } = parameter['schema'] as { readonly $ref: string };
  const { properties } = schemas[$ref.slice(SCHEMA_REF.length)] as { readonly properties: Record<string, JsonObject> };
  return Object.entries(properties).map(([name, { description, type, enum: values, ...rest }]) => ({
    name,
    required: false,
    in: 'query',
    ...(description ? { description } : {}),
    schema: { ...rest, type: type as Json, ...(values ? { enum: values } : {}) },
  }));
}
