import { ERROR_CODES } from '../../common/errors';
import type { Form } from '../forms/form';
import type { JsonObject } from './schema';

const code = {
  type: 'string',
  enum: [...ERROR_CODES].filter((one) => one !== 'UNAUTHENTICATED' && one !== 'FORBIDDEN_ABILITY'),
};

const errorMember: JsonObject = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code,
    message: { type: 'string' },
    details: {
      type: 'object',
      additionalProperties: true,
      description:
        'For field and parameter errors: the dotted path of each to its messages. For a rule: the facts it refused on.',
    },
  },
};

const messages = { type: 'array', items: { type: 'string' } };

const auth = (member: 'token' | 'ability'): JsonObject => ({
  type: 'object',
  required: ['message', 'errors'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', required: [member], properties: { [member]: messages } },
  },
});

const shared: JsonObject = { UnauthenticatedError: auth('token'), AbilityError: auth('ability') };

/** Schemas of the error bodies of each form. */
export const ERROR_SCHEMAS: Readonly<Record<Form, JsonObject>> = {
  a: {
    ...shared,
    Error: {
      type: 'object',
      required: ['error', 'meta'],
      properties: {
        error: errorMember,
        meta: {
          type: 'object',
          required: ['timestamp', 'request_id'],
          properties: { timestamp: { type: 'string', format: 'date-time' }, request_id: { type: 'string' } },
        },
      },
    },
  },
  b: {
    ...shared,
    Error: {
      type: 'object',
      required: ['success', 'message', 'errors', 'error'],
      properties: {
        success: { type: 'boolean', enum: [false] },
        message: { type: 'string' },
        errors: { type: 'object', additionalProperties: messages },
        error: errorMember,
      },
    },
  },
};

const META_SCHEMA: JsonObject = {
  type: 'object',
  required: ['current_page', 'last_page', 'per_page', 'total'],
  properties: {
    current_page: { type: 'integer', example: 1 },
    last_page: { type: 'integer', example: 1 },
    per_page: { type: 'integer', example: 15 },
    total: { type: 'integer', example: 1 },
  },
};

const LINKS_SCHEMA: JsonObject = {
  type: 'object',
  required: ['first', 'last', 'next', 'prev'],
  properties: {
    first: { type: 'string', format: 'uri', example: 'https://api.example/v1/records?page=1' },
    last: { type: 'string', format: 'uri', example: 'https://api.example/v1/records?page=1' },
    next: { type: ['string', 'null'], format: 'uri', example: null },
    prev: { type: ['string', 'null'], format: 'uri', example: null },
  },
};

/** The schema of an answer in its form's envelope: what the interceptors wrap it in, for the OpenAPI documents. */
export function envelopeSchema(form: Form, wrapping: 'single' | 'list', schema: JsonObject): JsonObject {
  const data: JsonObject = wrapping === 'list' ? { type: 'array', items: schema } : schema;
  if (form === 'a') {
    const meta: JsonObject =
      wrapping === 'list'
        ? META_SCHEMA
        : {
            type: 'object',
            required: ['timestamp'],
            properties: { timestamp: { type: 'string', format: 'date-time' } },
          };
    const links = wrapping === 'list' ? { links: LINKS_SCHEMA } : {};
    return { type: 'object', required: ['data', 'meta', ...Object.keys(links)], properties: { data, meta, ...links } };
  }
  const meta = wrapping === 'list' ? { meta: META_SCHEMA } : {};
  return {
    type: 'object',
    required: ['success', 'data', ...Object.keys(meta)],
    properties: {
      success: { type: 'boolean', enum: [true] },
      ...(wrapping === 'single' ? { message: { type: 'string' } } : {}),
      data,
      ...meta,
    },
  };
}
