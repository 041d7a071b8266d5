import { ERROR_CODES } from '../../common/errors';
import type { Form } from '../forms/form';
import type { JsonObject } from './schema';

/** The schema of an object that always has all of these. */
const objectOf = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const text: JsonObject = { type: 'string' };

const code = {
  type: 'string',
  enum: [...ERROR_CODES].filter((one) => one !== 'UNAUTHENTICATED' && one !== 'FORBIDDEN_ABILITY'),
};

const errorMember: JsonObject = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code,
    message: text,
    details: {
      type: 'object',
      additionalProperties: true,
      description:
        'For field and parameter errors: the dotted path of each to its messages. For a rule: the facts it refused on.',
    },
  },
};

const messages = { type: 'array', items: text };

const auth = (member: 'token' | 'ability'): JsonObject =>
  objectOf({ message: text, errors: objectOf({ [member]: messages }) });

const shared: JsonObject = { UnauthenticatedError: auth('token'), AbilityError: auth('ability') };

/** Schemas of the error bodies of each form. */
export const ERROR_SCHEMAS: Readonly<Record<Form, JsonObject>> = {
  a: {
    ...shared,
    Error: objectOf({
      error: errorMember,
      meta: objectOf({ timestamp: { type: 'string', format: 'date-time' }, request_id: text }),
    }),
  },
  b: {
    ...shared,
    Error: objectOf({
      success: { type: 'boolean', enum: [false] },
      message: text,
      errors: { type: 'object', additionalProperties: messages },
      error: errorMember,
    }),
  },
};

/** A page has a number and a total; what follows a cursor has neither, and `next_cursor` instead. */
const META_SCHEMA: JsonObject = {
  type: 'object',
  required: ['per_page'],
  properties: {
    current_page: { type: 'integer', description: 'Number of this page, from 1. Not with `cursor`.', example: 1 },
    last_page: { type: 'integer', description: 'Number of the last page. Not with `cursor`.', example: 1 },
    per_page: { type: 'integer', description: 'Records a page holds at most.', example: 15 },
    total: { type: 'integer', description: 'Records that the filters leave. Not with `cursor`.', example: 1 },
    next_cursor: {
      type: ['string', 'null'],
      description:
        'Only with `cursor` in the query, and then instead of pages and the total: where the next part begins; null at the end.',
    },
  },
};

const link = (description: string, example: string | null): JsonObject => ({
  type: ['string', 'null'],
  format: 'uri',
  description,
  example,
});

const FIRST = 'https://api.example/v1/records?page=1';

const LINKS_SCHEMA = objectOf({
  first: { type: 'string', format: 'uri', description: 'Where the list begins.', example: FIRST },
  last: link('The last page; null with `cursor`.', FIRST),
  next: link('The next page, or with `cursor` the next part; null at the end.', null),
  prev: link('The page before; null on the first, and with `cursor`.', null),
});

/** The schema of an answer in its form's envelope: what the interceptors wrap it in, for the OpenAPI documents. */
export function envelopeSchema(form: Form, wrapping: 'single' | 'list', schema: JsonObject): JsonObject {
  const isList = wrapping === 'list';
  const data: JsonObject = isList ? { type: 'array', items: schema } : schema;
  if (form === 'a') {
    const meta = isList ? META_SCHEMA : objectOf({ timestamp: { type: 'string', format: 'date-time' } });
    return objectOf({ data, meta, ...(isList ? { links: LINKS_SCHEMA } : {}) });
  }
  const success: JsonObject = { type: 'boolean', enum: [true] };
  if (isList) return objectOf({ success, data, meta: META_SCHEMA });
  return { type: 'object', required: ['success', 'data'], properties: { success, message: text, data } };
}
