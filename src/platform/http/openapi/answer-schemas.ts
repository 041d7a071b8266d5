import { ERROR_CODES } from '../../../common/errors';
import type { Form, PerForm } from '../request/form';
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
  description: value ? 'Always true: the request was done.' : 'Always false: the request was refused.',
  example: value,
});

/** Every code that an error member names; the two of the Auth shape have none. */
const CODES = ERROR_CODES.filter((one) => one !== 'UNAUTHENTICATED' && one !== 'FORBIDDEN_ABILITY');

const errorMember: JsonObject = {
  type: 'object',
  description: 'Why the request was refused.',
  required: ['code', 'message', 'doc_url'],
  properties: {
    code: {
      type: 'string',
      enum: CODES,
      description: 'What a program branches on. It never changes with the language.',
    },
    message: text(
      'A sentence for a person, in English or Arabic by `Accept-Language`.',
      'The requested record was not found.',
    ),
    doc_url: {
      type: 'string',
      format: 'uri',
      description: 'The page about this code: what causes it and how to mend it.',
      example: 'https://api.example/docs/errors/NOT_FOUND',
    },
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
  current_page: count('The page that this is, from 1. Not with `cursor`.', 1),
  last_page: count('The last page; 1 for an empty list. Not with `cursor`.', 3),
  per_page: count('Records a page, as asked for.', 15),
  total: count('Records that the filters leave, on all pages together. Not with `cursor`.', 31),
  next_cursor: {
    type: ['string', 'null'],
    description:
      'Only with `cursor` in the query, and then instead of pages and the total: where the next part begins; null at the end.',
    example: null,
  },
};

const PARTS: JsonObject = {
  UnauthenticatedError: auth('token', 'Unauthenticated.', 'The bearer token is missing or invalid.'),
  AbilityError: auth('ability', 'This token lacks the ability: write.', 'The ability write is required.'),
  // Walked by cursor a list has `next_cursor` instead of page numbers and a total.
  ListMeta: {
    ...objectOf('Where a page stands in its list, or the cursor of the next part.', LIST_META),
    required: ['per_page'],
  },
  FeedMeta: objectOf('Where a part of the changes ends.', {
    next_cursor: text(
      'Where the next part begins, also when there is nothing after it yet. Keep it with your copy.',
      'AQAAAAAAAAApq80f7kQ2WdMBPp1f0wHbwA',
    ),
    has_more: { type: 'boolean', description: 'Whether more is there already: ask for it at once.', example: false },
  }),
};

const link = (description: string, page: number | null): JsonObject => ({
  type: ['string', 'null'],
  format: 'uri',
  description: `${description} An absolute URL that keeps the other parameters of the query.`,
  example: page === null ? null : `https://api.example/v1/purchase-orders?per_page=15&page=${page}`,
});

/** Schemas of each form that no class makes: error bodies, and what envelopes are made of. */
export const ENVELOPE_PARTS: PerForm<JsonObject> = {
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
      first: { ...link('Where the list begins.', 1), type: 'string' },
      last: link('The last page; null with `cursor`.', 3),
      next: link('The next page, or with `cursor` the next part; null at the end.', 2),
      prev: link('The page before; null on the first, and with `cursor`.', null),
    }),
  },
  b: {
    ...PARTS,
    Error: objectOf('A refusal in Form B.', {
      success: success(false),
      message: text('The same as `error.message`.', 'The requested record was not found.'),
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
 * name: `OrderResponse` in an envelope is `OrderEnvelope`, and a page of them `OrderListEnvelope`.
 */
export function envelopeSchema(form: Form, wrapping: Exclude<Wrapping, 'none'>, schema: JsonObject): JsonObject {
  return { ...ENVELOPES[wrapping](form, schema), [ENVELOPE]: `${nameOf(schema)}${SUFFIXES[wrapping]}` };
}

const SUFFIXES: Readonly<Record<Exclude<Wrapping, 'none'>, string>> = {
  single: 'Envelope',
  list: 'ListEnvelope',
  feed: 'FeedEnvelope',
};

/** The name of what is wrapped: a schema's without `Response`, or `Null`. */
function nameOf(schema: JsonObject): string {
  const $ref = schema['$ref'];
  return typeof $ref === 'string' ? $ref.slice(SCHEMA_REF.length).replace(/ResponseB?$/, '') : 'Null';
}

const ENVELOPES: Readonly<Record<Exclude<Wrapping, 'none'>, (form: Form, schema: JsonObject) => JsonObject>> = {
  single: (form, schema) => {
    if (form === 'a') {
      const meta = reference('AnswerMeta', 'About this answer.');
      return objectOf('One record in Form A.', { data: record(schema), meta });
    }
    const message = text(
      'What was done, in English or Arabic; only where there is something to say.',
      'Vendor created successfully.',
    );
    const whole = objectOf('One record in Form B.', { success: success(true), message, data: record(schema) });
    return { ...whole, required: ['success', 'data'] };
  },
  list: (form, schema) => {
    const meta = reference('ListMeta', 'Where the page stands in its list.');
    const links = reference('ListLinks', 'Where the other pages are.');
    return severalOf(form, 'A page of records', { data: page(schema), meta }, { links });
  },
  feed: (form, schema) => {
    const meta = reference('FeedMeta', 'Where the next part begins.');
    return severalOf(form, 'A part of the changes', { data: page(schema), meta });
  },
};

const severalOf = (form: Form, what: string, shown: JsonObject, inFormA: JsonObject = {}): JsonObject =>
  form === 'a'
    ? objectOf(`${what} in Form A.`, { ...shown, ...inFormA })
    : objectOf(`${what} in Form B.`, { success: success(true), ...shown });
