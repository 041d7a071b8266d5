import type { MessageKey, MessageParams } from '../../common/messages';
import { Page } from '../../common/page';
import type { JsonObject } from '../openapi/schema';
import type { Form } from './form';

/** An answer with a sentence for the person, which Form B shows as `message`. */
export class WithMessage<T> {
  constructor(
    readonly data: T,
    readonly key: MessageKey,
    readonly params: MessageParams = {},
  ) {}
}

const VERSION = Symbol('version');

/** An answer marked with the version of the record it shows. JSON leaves the mark out; a spread copies it. */
interface Versioned {
  [VERSION]?: string;
}

/**
 * Marks an answer with the version of its record, so that it is sent with an `ETag`; a page of such answers has none.
 * Changes and returns the object itself: a copy would cost a hidden class for every answer.
 * @param version the record's `version` column; for a record without one, a text that changes with it
 */
export function versioned<T extends object>(answer: T, version: number | string): T {
  (answer as Versioned)[VERSION] = String(version);
  return answer;
}

/** The version an answer was marked with; undefined for one without. */
export function versionOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null ? (answer as Versioned)[VERSION] : undefined;
}

/** Absolute links of a list, keeping the query's other parameters. */
export function pageLinks(
  address: URL,
  page: Page<unknown>,
): Record<'first' | 'last' | 'next' | 'prev', string | null> {
  const { page: current } = page.request;
  const last = page.lastPage;
  const link = (number: number): string => {
    const target = new URL(address);
    target.searchParams.set('page', String(number));
    return target.toString();
  };
  return {
    first: link(1),
    last: link(last),
    next: current < last ? link(current + 1) : null,
    prev: current > 1 ? link(Math.min(current - 1, last)) : null,
  };
}

export interface PageMeta {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

export function pageMeta(page: Page<unknown>): PageMeta {
  return {
    current_page: page.request.page,
    last_page: page.lastPage,
    per_page: page.request.perPage,
    total: page.total,
  };
}

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
