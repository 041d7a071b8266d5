import { ERROR_CODES } from '../../../src/common/errors';
import type { Form, PerForm } from '../../../src/platform/http/request/form';
import type { Wrapping } from '../../../src/platform/http/openapi/answers';
import { type JsonObject, SCHEMA_REF } from './schema';
import { ENVELOPE } from './whole-document';

const objectOf = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties,
});

const text = (description: string, example: string): JsonObject => ({ type: 'string', description, example });
const count = (description: string, example: number): JsonObject => ({ type: 'integer', description, example });
const reference = (name: string, description: string): JsonObject => ({ $ref: `${SCHEMA_REF}${name}`, description });
const record = (schema: JsonObject): JsonObject =>
  schema['type'] === 'null'
    ? { ...schema, description: 'Always null.', examples: [null] }
    : { ...schema, description: 'The record.' };
const page = (items: JsonObject): JsonObject => ({ type: 'array', description: 'The records of the page.', items });
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
  description: value ? 'Always true: the request succeeded.' : 'Always false: the request was rejected.',
  example: value,
});

/** The two codes of the Auth shape do not appear in a body. */
const CODES = ERROR_CODES.filter((one) => one !== 'UNAUTHENTICATED' && one !== 'FORBIDDEN_ABILITY');

const errorMember: JsonObject = {
  type: 'object',
  description: 'Why the request was rejected.',
  required: ['code', 'message', 'doc_url'],
  properties: {
    code: {
      type: 'string',
      enum: CODES,
      description: 'The code for programs. It does not depend on the language.',
    },
    message: text(
      'A message for people, in English or Arabic by `Accept-Language`.',
      'The requested record was not found.',
    ),
    doc_url: {
      type: 'string',
      format: 'uri',
      description: 'The page about this code, with its causes and remedies.',
      example: 'https://api.example/docs/errors/NOT_FOUND',
    },
    details: {
      type: 'object',
      additionalProperties: true,
      description:
        'For field and parameter errors: the messages of each field by its dotted path. For a violated rule: the values that violate it.',
    },
  },
};

const auth = (member: 'token' | 'ability', message: string, detail: string): JsonObject =>
  objectOf('An error in the Auth shape, which both forms share.', {
    message: text('A message for people, in English or Arabic by `Accept-Language`.', message),
    errors: objectOf('The missing token or ability.', {
      [member]: sentences(member === 'token' ? 'The fault of the token.' : 'The missing ability of the token.', [
        detail,
      ]),
    }),
  });

const LIST_META = {
  current_page: count('The number of this page, from 1. Not with `cursor`.', 1),
  last_page: count('The number of the last page; 1 for an empty list. Not with `cursor`.', 3),
  per_page: count('Records per page, as requested.', 15),
  total: count('The number of records that match the filters, on all pages. Not with `cursor`.', 31),
  next_cursor: {
    type: ['string', 'null'],
    description:
      'The cursor of the next page; null at the end. Only with `cursor` in the query, instead of page numbers and the total.',
    example: null,
  },
};

const PARTS: JsonObject = {
  UnauthenticatedError: auth('token', 'Unauthenticated.', 'The bearer token is missing or invalid.'),
  AbilityError: auth('ability', 'This token lacks the ability: write.', 'The ability write is required.'),
  // With a cursor, a list has `next_cursor` instead of page numbers and a total.
  ListMeta: {
    ...objectOf('The position of the page in its list, or the cursor of the next page.', LIST_META),
    required: ['per_page'],
  },
  FeedMeta: objectOf('The end of a page of changes.', {
    next_cursor: text(
      'The cursor of the next page, also if there are no more changes yet. Store it together with your copy.',
      'AQAAAAAAAAApq80f7kQ2WdMBPp1f0wHbwA',
    ),
    has_more: {
      type: 'boolean',
      description: 'Whether more changes already exist. If true, request the next page at once.',
      example: false,
    },
  }),
};

const link = (description: string, page: number | null): JsonObject => ({
  type: ['string', 'null'],
  format: 'uri',
  description: `${description} An absolute URL with the other query parameters unchanged.`,
  example: page === null ? null : `https://api.example/v1/purchase-orders?per_page=15&page=${page}`,
});

export const ENVELOPE_PARTS: PerForm<JsonObject> = {
  a: {
    ...PARTS,
    Error: objectOf('An error in Form A.', {
      error: errorMember,
      meta: objectOf('Metadata of the response.', {
        timestamp: timestamp('The time of the response, UTC.'),
        request_id: text('The `X-Request-Id` of the response. Quote it in support requests.', '0b9c7a1e-5d3f-4a51'),
      }),
    }),
    AnswerMeta: objectOf('Metadata of a response with one record.', {
      timestamp: timestamp('The time of the response, UTC.'),
    }),
    ListLinks: objectOf('Links to the other pages of a list.', {
      first: { ...link('The first page.', 1), type: 'string' },
      last: link('The last page; null with `cursor`.', 3),
      next: link('The next page; null at the end.', 2),
      prev: link('The previous page; null on the first page, and with `cursor`.', null),
    }),
  },
  b: {
    ...PARTS,
    Error: objectOf('An error in Form B.', {
      success: success(false),
      message: text('The same as `error.message`.', 'The requested record was not found.'),
      errors: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'The messages of each invalid field or parameter by its dotted path; empty for a violated rule.',
      },
      error: errorMember,
    }),
  },
};

/** Derives the name: `OrderResponse` becomes `OrderEnvelope`, and a page of them `OrderListEnvelope`. */
export function envelopeSchema(form: Form, wrapping: Exclude<Wrapping, 'none'>, schema: JsonObject): JsonObject {
  return { ...ENVELOPES[wrapping](form, schema), [ENVELOPE]: `${nameOf(schema)}${SUFFIXES[wrapping]}` };
}

const SUFFIXES: Readonly<Record<Exclude<Wrapping, 'none'>, string>> = {
  single: 'Envelope',
  list: 'ListEnvelope',
  feed: 'FeedEnvelope',
};

function nameOf(schema: JsonObject): string {
  const $ref = schema['$ref'];
  return typeof $ref === 'string' ? $ref.slice(SCHEMA_REF.length).replace(/ResponseB?$/, '') : 'Null';
}

const ENVELOPES: Readonly<Record<Exclude<Wrapping, 'none'>, (form: Form, schema: JsonObject) => JsonObject>> = {
  single: (form, schema) => {
    if (form === 'a') {
      const meta = reference('AnswerMeta', 'Metadata of the response.');
      return objectOf('One record in Form A.', { data: record(schema), meta });
    }
    const message = text(
      'A message about the result, in English or Arabic. Not every operation has one.',
      'Vendor created successfully.',
    );
    const whole = objectOf('One record in Form B.', { success: success(true), message, data: record(schema) });
    return { ...whole, required: ['success', 'data'] };
  },
  list: (form, schema) => {
    const meta = reference('ListMeta', 'The position of the page in its list.');
    const links = reference('ListLinks', 'Links to the other pages.');
    return severalOf(form, 'A page of records', { data: page(schema), meta }, { links });
  },
  feed: (form, schema) => {
    const meta = reference('FeedMeta', 'The cursor of the next page.');
    return severalOf(form, 'A page of changes', { data: page(schema), meta });
  },
};

const severalOf = (form: Form, what: string, shown: JsonObject, inFormA: JsonObject = {}): JsonObject =>
  form === 'a'
    ? objectOf(`${what} in Form A.`, { ...shown, ...inFormA })
    : objectOf(`${what} in Form B.`, { success: success(true), ...shown });
