import { ERROR_CODES } from '../../common/errors';
import type { Form } from '../forms/form';
import type { Wrapping } from './answers';
import { type JsonObject, SCHEMA_REF } from './schema';
import { ENVELOPE } from './whole-document';

/** The schema of an object that always has all of these. */
const objectOf = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties,
});

const text = (description: string, example: string): JsonObject => ({ type: 'string', description, example });
const count = (description: string, example: number): JsonObject => ({ type: 'integer', description, example });
const reference = (name: string): JsonObject => ({ $ref: `${SCHEMA_REF}${name}` });
const sentences = (description: string, example: readonly string[]): JsonObject => ({
  type: 'array',
  description,
  items: { type: 'string' },
  example: [...example],
});

const timestamp = (description: string): JsonObject => ({
  type: 'string',
  format: 'date-time',
  description,
  example: '2026-11-21T09:30:00.000Z',
});
const success = (value: boolean): JsonObject => ({
  type: 'boolean',
  enum: [value],
  description: value ? 'Always true: the request was done.' : 'Always false: the request was refused.',
  example: value,
});

const errorMember: JsonObject = {
  type: 'object',
  description: 'Why the request was refused.',
  required: ['code', 'message'],
  properties: {
    code: {
      type: 'string',
      enum: [...ERROR_CODES].filter((one) => one !== 'UNAUTHENTICATED' && one !== 'FORBIDDEN_ABILITY'),
      description: 'What a program branches on. It never changes with the language.',
    },
    message: text('A sentence for a person, in English or Arabic by `Accept-Language`.', 'The record was not found.'),
    details: {
      type: 'object',
      additionalProperties: true,
      description:
        'For field and parameter errors: the dotted path of each to its messages. For a rule: the facts it refused on.',
    },
  },
};

const auth = (member: 'token' | 'ability', message: string, detail: string): JsonObject =>
  objectOf('A refusal in the Auth shape, which both forms share.', {
    message: text('A sentence for a person, in English or Arabic by `Accept-Language`.', message),
    errors: objectOf('What is missing.', {
      [member]: sentences(member === 'token' ? 'What is wrong with the token.' : 'Which ability the token lacks.', [
        detail,
      ]),
    }),
  });

const LIST_META = {
  current_page: count('The page that this is, from 1.', 1),
  last_page: count('The last page; 1 for an empty list.', 3),
  per_page: count('Records a page, as asked for.', 15),
  total: count('Records on all pages together.', 31),
};

const PARTS: JsonObject = {
  UnauthenticatedError: auth('token', 'Unauthenticated.', 'The provided API token is invalid or expired.'),
  AbilityError: auth('ability', 'Forbidden.', 'This token does not have the required ability: write.'),
  ListMeta: objectOf('Where a page stands in its list.', LIST_META),
  // Walked by cursor a list has `next_cursor` instead of pages and a total, and no links.
  CursorListMeta: {
    ...objectOf('Where a page stands in its list, or the cursor of the next part.', {
      ...LIST_META,
      next_cursor: {
        type: ['string', 'null'],
        description:
          'Only with `cursor` in the query, and then instead of pages: where the next part begins; null at the end.',
        example: null,
      },
    }),
    required: ['per_page'],
  },
};

const link = (what: string, page: number, nullable = false): JsonObject => ({
  type: nullable ? ['string', 'null'] : 'string',
  format: 'uri',
  description: `Absolute URL of the ${what} page, with the other parameters of the query${nullable ? '; null where there is none' : ''}.`,
  example: nullable && page === 0 ? null : `https://api.example/v1/purchase-orders?per_page=15&page=${page}`,
});

/** Schemas of each form that no class makes: error bodies, and what envelopes are made of. */
export const ENVELOPE_PARTS: Readonly<Record<Form, JsonObject>> = {
  a: {
    ...PARTS,
    Error: objectOf('A refusal in Form A.', {
      error: errorMember,
      meta: objectOf('About this answer.', {
        timestamp: timestamp('When the answer was given, UTC.'),
        request_id: text('The `X-Request-Id` of the answer, to name when you ask for help.', '0b9c7a1e-5d3f-4a51'),
      }),
    }),
    AnswerMeta: objectOf('About an answer with one record.', {
      timestamp: timestamp('When the answer was given, UTC.'),
    }),
    ListLinks: objectOf('Where the other pages of a list are.', {
      first: link('first', 1),
      last: link('last', 3),
      next: link('next', 2, true),
      prev: link('previous', 0, true),
    }),
  },
  b: {
    ...PARTS,
    Error: objectOf('A refusal in Form B.', {
      success: success(false),
      message: text('The same as `error.message`.', 'The record was not found.'),
      errors: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'The dotted path of each wrong field or parameter to its messages; empty where a rule refused.',
      },
      error: errorMember,
    }),
  },
};

/**
 * The schema of an answer in its form's envelope: what the interceptors wrap it in, for the OpenAPI documents. It brings a
 * name: `OrderOut` in an envelope is `OrderEnvelope`, and a page of them `OrderListEnvelope`.
 */
export function envelopeSchema(form: Form, wrapping: Exclude<Wrapping, 'none'>, schema: JsonObject): JsonObject {
  return { ...ENVELOPES[wrapping](form, schema), [ENVELOPE]: `${nameOf(schema)}${SUFFIXES[wrapping]}` };
}

const SUFFIXES: Readonly<Record<Exclude<Wrapping, 'none'>, string>> = {
  single: 'Envelope',
  list: 'ListEnvelope',
  cursor: 'CursorListEnvelope',
};

/** The name of what is wrapped: a schema's without `Out`, or `Null`. */
function nameOf(schema: JsonObject): string {
  const $ref = schema['$ref'];
  return typeof $ref === 'string' ? $ref.slice(SCHEMA_REF.length).replace(/OutB?$/, '') : 'Null';
}

const ENVELOPES: Readonly<Record<Exclude<Wrapping, 'none'>, (form: Form, schema: JsonObject) => JsonObject>> = {
  single: (form, schema) =>
    form === 'a'
      ? objectOf('One record in Form A.', { data: schema, meta: reference('AnswerMeta') })
      : {
          ...objectOf('One record in Form B.', { success: success(true), data: schema }),
          properties: {
            success: success(true),
            message: text('What was done, in English or Arabic; only where there is something to say.', 'Approved.'),
            data: schema,
          },
        },
  list: (form, schema) => {
    const shown = { data: { type: 'array', items: schema }, meta: reference('ListMeta') };
    return form === 'a'
      ? objectOf('A page of records in Form A.', { ...shown, links: reference('ListLinks') })
      : objectOf('A page of records in Form B.', { success: success(true), ...shown });
  },
  cursor: (form, schema) => {
    const list = objectOf('A page of records, or a part of the list where it is walked by cursor.', {
      data: { type: 'array', items: schema },
      meta: reference('CursorListMeta'),
    });
    const shown = list['properties'] as JsonObject;
    return form === 'a'
      ? { ...list, properties: { ...shown, links: reference('ListLinks') } }
      : objectOf(list['description'] as string, { success: success(true), ...shown });
  },
};
