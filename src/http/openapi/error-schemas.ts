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
