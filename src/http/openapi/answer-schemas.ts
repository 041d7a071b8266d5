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

const META_SCHEMA = objectOf({
  current_page: { type: 'integer', example: 1 },
  last_page: { type: 'integer', example: 1 },
  per_page: { type: 'integer', example: 15 },
  total: { type: 'integer', example: 1 },
});

const LINKS_SCHEMA = objectOf({
  first: { type: 'string', format: 'uri', example: 'https://api.example/v1/records?page=1' },
  last: { type: 'string', format: 'uri', example: 'https://api.example/v1/records?page=1' },
  next: { type: ['string', 'null'], format: 'uri', example: null },
  prev: { type: ['string', 'null'], format: 'uri', example: null },
});

/** The same of a list that is also walked by cursor: then it has `next_cursor` instead of pages and a total, and no links. */
const CURSOR_META_SCHEMA: JsonObject = {
  ...META_SCHEMA,
  required: ['per_page'],
  properties: {
    ...(META_SCHEMA['properties'] as JsonObject),
    next_cursor: {
      type: ['string', 'null'],
      description:
        'Only with `cursor` in the query, and then instead of pages: where the next part begins; null at the end.',
    },
  },
};

/** The schema of an answer in its form's envelope: what the interceptors wrap it in, for the OpenAPI documents. */
export function envelopeSchema(
  form: Form,
  wrapping: 'single' | 'list' | 'cursor' | 'feed',
  schema: JsonObject,
): JsonObject {
  if (wrapping === 'cursor') return cursorSchema(form, schema);
  if (wrapping === 'feed') return feedSchema(form, schema);
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

const FEED_META_SCHEMA = objectOf({
  next_cursor: {
    type: 'string',
    description: 'Where the next part begins, also when there is nothing after it yet. Keep it with your copy.',
    example: 'AQAAAAAAAAApq80f7kQ2WdMBPp1f0wHbwA',
  },
  has_more: { type: 'boolean', description: 'Whether more is there already: ask for it at once.', example: false },
});

function feedSchema(form: Form, schema: JsonObject): JsonObject {
  const members = { data: { type: 'array', items: schema }, meta: FEED_META_SCHEMA };
  return form === 'a' ? objectOf(members) : objectOf({ success: { type: 'boolean', enum: [true] }, ...members });
}

function cursorSchema(form: Form, schema: JsonObject): JsonObject {
  const list = objectOf({ data: { type: 'array', items: schema }, meta: CURSOR_META_SCHEMA });
  const shown = list['properties'] as JsonObject;
  if (form === 'a') return { ...list, properties: { ...shown, links: LINKS_SCHEMA } };
  return objectOf({ success: { type: 'boolean', enum: [true] }, ...shown });
}
