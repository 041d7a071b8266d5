import * as fc from 'fast-check';
import { exampleOf as sampleOf, isObject, type Json, type JsonObject } from '../../../tools/documents/openapi/schema';
import { exampleOf } from '../bad-input';
import type { Documented, Operation } from '../documented';
import { type Ids, idsFor } from '../whole-tenant';
import { bodiesLike, hostileText } from './bodies';

/** `path` is without the form's prefix. */
export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: string | Uint8Array | undefined;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['*/*', 'text/csv', 'application/pdf', 'text/html', 'application/json;q=0', ';;;', 'application/*;q=2'],
  'accept-language': ['ar', 'fr', 'ar;q=0.5, en;q=0.4', '*', ';q', 'x'.repeat(500)],
  'content-type': ['text/plain', 'application/json; charset=utf-16', 'application/json;', 'multipart/form-data', ';'],
  'content-encoding': ['gzip', 'br', 'identity', 'no-such-encoding'],
  'if-match': ['*', '"1"', 'W/"1"', '"1", "2"', '1', '""', '"9999999999999999999999"'],
  'if-none-match': ['*', '"1"'],
  'idempotency-key': ['same-key', '', ' ', 'x'.repeat(256), 'é', '"quoted"'],
  'x-request-id': ['a b', 'x'.repeat(200), 'id-1'],
  'x-forwarded-host': ['evil.example', '[', 'a,b'],
  'x-forwarded-for': ['1.2.3.4', 'not an address'],
  'x-http-method-override': ['DELETE'],
  expect: ['100-continue'],
  range: ['bytes=0-1', 'bytes=9-1'],
  authorization: [
    'Basic eDp5',
    'Bearer',
    'Bearer  ',
    'Bearer pst_x',
    `Bearer pst_${'A'.repeat(43)}`,
    'x'.repeat(4_000),
  ],
};
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

/** Requests to every operation of a document. Most have faults, some have none. */
export function generatedRequests(document: Documented, ids: Ids): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(document.openapi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return fc.constantFrom(...operations).chain(({ method, path, operation }) =>
    fc.oneof(
      { weight: 9, arbitrary: changed(document, { method, path, operation }, ids) },
      // Unchanged, to pass all checks.
      { weight: 1, arbitrary: fc.constant(asShown({ method, path, operation }, ids)) },
    ),
  );
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function changed(document: Documented, { method, path, operation }: Place, ids: Ids): fc.Arbitrary<GeneratedRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 15, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: fc.tuple(paths(path, ids), queries(operation)).map((parts) => parts.join('')),
      headers: headers(),
      bytes: WITHOUT_BODY.has(method) ? fc.constant(undefined) : bodies(document, operation, ids),
    })
    .map((request) => (WITHOUT_BODY.has(request.method) ? { ...request, bytes: undefined } : request));
}

function asShown({ method, path, operation }: Place, ids: Ids): GeneratedRequest {
  const known = idsFor(ids, path);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? 99999999));
  const shown = shownBody(operation, ids);
  return { method, path: filled, headers: {}, bytes: shown === undefined ? undefined : JSON.stringify(shown) };
}

/** The path with ids that exist, that do not exist, or that are not ids. */
function paths(path: string, ids: Ids): fc.Arbitrary<string> {
  const known: Readonly<Record<string, number | string>> = idsFor(ids, path);
  const segments = path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return fc.constant(segment);
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant(String(known[name] ?? 99999999)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '0',
          '-1',
          '99999999',
          '9223372036854775808',
          '%ff',
          '%00',
          '..',
          '%2e%2e',
          '1%2F2',
          'x',
        ),
      },
    );
  });
  return fc
    .tuple(fc.tuple(...segments), fc.constantFrom(...Array<string>(20).fill(''), '/', '//', '/%ff', '/no-such-thing'))
    .map(([found, rest]) => found.join('/') + rest);
}

function queries(operation: Operation): fc.Arbitrary<string> {
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const name = fc.constantFrom(...names, ...(names.length > 0 ? names : ['page']), 'no_such_parameter', 'access_token');
  const pair = fc.tuple(name, fc.constantFrom('=', '[]=', '[a]=', ''), hostileText).map(([left, between, right]) => {
    return `${left}${between}${between === '' ? '' : encoded(right)}`;
  });
  return fc.oneof(
    // Mostly no query for operations without parameters: an unknown parameter would be rejected early.
    { weight: names.length > 0 ? 2 : 12, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`) },
    { weight: 1, arbitrary: fc.constantFrom('?', '?%ff=%ff', '?a=1&a=2', '?=', `?${'a=1&'.repeat(300)}`) },
  );
}

function headers(): fc.Arbitrary<Readonly<Record<string, string>>> {
  const one = fc
    .constantFrom(...Object.entries(HEADERS))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const));
  return fc.array(one, { maxLength: 2 }).map((entries) => Object.fromEntries(entries));
}

function bodies(document: Documented, operation: Operation, ids: Ids): fc.Arbitrary<string | Uint8Array | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const whole = shownBody(operation, ids);
  const shown: Json[] = [
    ...(whole === undefined ? [] : [whole]),
    // A body with every field. No single example in the document has them all.
    ...(schema ? [sampleOf(schema as JsonObject, document.openapi.components.schemas as JsonObject)] : [{}]),
  ];
  const like = fc.constantFrom(...shown).chain(bodiesLike);
  return fc.oneof({ weight: 9, arbitrary: like }, { weight: 1, arbitrary: fc.constant(undefined) });
}

/** Body fields that refer to a record of another resource, and that resource. */
const NAMED: Readonly<Record<string, string>> = {
  vendor_id: 'vendors',
  department_id: 'departments',
  project_id: 'projects',
  user_id: 'users',
  head_user_id: 'users',
};

/** The body of the document's example, with ids of the tenant's records: otherwise hardly anything would be created. */
function shownBody(operation: Operation, ids: Ids): Json | undefined {
  const whole = exampleOf(operation);
  if (whole === undefined) return undefined;
  const body = JSON.parse(whole) as Json;
  if (!isObject(body)) return body;
  const known = Object.keys(body).flatMap((field) => {
    const id = ids[NAMED[field] ?? '']?.['id'];
    return id === undefined ? [] : [[field, id] as const];
  });
  return { ...body, ...Object.fromEntries(known) };
}

/** Percent-encoded. A lone surrogate has no encoding and becomes bytes that do not decode. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}
