import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import {
  MAX_BODY_BYTES,
  MAX_FIELDS_NAMED,
  MAX_PUBLIC_BODY_BYTES,
  MAX_QUERY_BYTES,
  MAX_QUERY_PARAMETERS,
} from '../request/limits';
import { Form, PREFIX } from '../forms/form';
import { rules } from '../validation';
import { BODY_LIMITS } from '../validation/json-scan';
import { IF_MATCH, parameter } from './headers';
import { completeOperation } from './operation';
import { Json, JsonObject, isObject, modernise, pruneSchemas } from './schema';
import { ERROR_SCHEMAS } from './answer-schemas';
import { closeInputs } from './inputs';
import { shareErrorResponses } from './shared-responses';
import { TAGS } from './tags';

const TITLES: Readonly<Record<Form, string>> = {
  a: 'Procurement Service API, Form A',
  b: 'Procurement Service API, Form B',
};

const METHODS = new Set(['get', 'post', 'put', 'delete', 'patch', 'head', 'options']);

export interface DocumentExtras {
  /** The `webhooks` section: what receivers are sent, one entry an event. */
  readonly webhooks?: JsonObject;
  /** Schemas that the webhooks section refers to. */
  readonly schemas?: JsonObject;
}

/** The OpenAPI 3.1 document of each form, from the controllers' own metadata. */
export function buildDocuments(app: INestApplication, extras: DocumentExtras = {}): Record<Form, JsonObject> {
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  const whole = SwaggerModule.createDocument(app, config, { operationIdFactory: operationId });
  return { a: documentOf('a', whole, extras), b: documentOf('b', whole, extras) };
}

/** `PurchaseOrdersFormBController.list` is `purchaseOrders_list` in both documents, and actions are their resource's. */
function operationId(controller: string, method: string): string {
  const resource = controller
    .replace(/(FormA|FormB)?Controller$/, '')
    .replace(/Actions$/, 's')
    .replace(/Payments$/, 's');
  return `${resource.charAt(0).toLowerCase()}${resource.slice(1)}_${method}`;
}

function documentOf(form: Form, whole: OpenAPIObject, extras: DocumentExtras): JsonObject {
  const schemas = { ...(whole.components?.schemas as JsonObject), ...ERROR_SCHEMAS[form], ...extras.schemas };
  const paths: JsonObject = {};
  for (const [path, item] of Object.entries(whole.paths)) {
    if (!path.startsWith(`${PREFIX[form]}/`)) continue;
    paths[path.slice(PREFIX[form].length)] = pathItem(form, item as unknown as JsonObject, schemas);
  }
  const document = modernise({
    openapi: '3.1.0',
    info: info(form),
    servers: [{ url: PREFIX[form], description: 'This service.' }],
    security: [{ bearer: [] }],
    tags: tagsOf(paths),
    paths,
    ...(extras.webhooks ? { webhooks: extras.webhooks } : {}),
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token: `pst_` and 43 characters.' },
      },
    },
  }) as JsonObject;
  return closeInputs(pruneSchemas(shareErrorResponses(document)));
}

const count = (number: number): string => number.toLocaleString('en');

/** What is refused for its size, whatever the operation. */
const LIMITS =
  `A body is UTF-8 and has at most ${count(MAX_BODY_BYTES)} bytes (${count(MAX_PUBLIC_BODY_BYTES)} where no token is needed; ` +
  `more is a 413), ${count(BODY_LIMITS.depth)} levels, ${count(BODY_LIMITS.keysOfObject)} keys an object, and in all ` +
  `${count(BODY_LIMITS.keys)} keys, ${count(BODY_LIMITS.elements)} elements of arrays and ${count(BODY_LIMITS.nodes)} values; ` +
  `a query has at most ${count(MAX_QUERY_BYTES)} bytes and ${count(MAX_QUERY_PARAMETERS)} parameters, each once (more is a 400). ` +
  `An answer names at most ${count(MAX_FIELDS_NAMED)} wrong fields. Texts are on one line but for notes, descriptions, ` +
  `comments, reasons and addresses. Days are from ${rules.FIRST_DAY} to ${rules.LAST_DAY}.`;

function info(form: Form): JsonObject {
  return {
    title: TITLES[form],
    version: '1',
    summary: 'Multi-tenant procurement: orders, vendors, receipts, matched invoices, budgets, signed webhooks.',
    description: [
      `Every path is relative to \`${PREFIX[form]}\`. The other form answers the same operations under \`${PREFIX[form === 'a' ? 'b' : 'a']}\`.`,
      "Amounts are JSON numbers in the record's currency. Timestamps are ISO 8601 in UTC.",
      'Messages are English or Arabic by `Accept-Language`; codes and field names never change.',
      LIMITS,
    ].join('\n\n'),
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  };
}

function pathItem(form: Form, item: JsonObject, schemas: JsonObject): JsonObject {
  const operations = Object.entries(item).filter(([method]) => METHODS.has(method));
  // A record that honours If-Match shows, when it is read, the version to name in it.
  const isVersioned =
    'get' in item && operations.some(([, operation]) => isObject(operation) && parameter(operation, IF_MATCH));
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]): [string, Json] => [
      method,
      METHODS.has(method) && isObject(operation)
        ? completeOperation(form, { ...operation, operationId: plainId(operation) }, { method, isVersioned, schemas })
        : operation,
    ]),
  );
}

/** Nest numbers the operations of a controller that stands under both prefixes: `users_list[0]`. */
const plainId = (operation: JsonObject): string => (operation['operationId'] as string).replace(/\[\d+\]$/, '');

function tagsOf(paths: JsonObject): Json {
  const used = new Set(
    Object.values(paths).flatMap((item) =>
      isObject(item)
        ? Object.values(item).flatMap((operation) => (isObject(operation) ? (operation['tags'] as string[]) : []))
        : [],
    ),
  );
  return [...used].sort((a, b) => order(a) - order(b)).map((name) => ({ name, description: TAGS[name] ?? name }));
}

function order(tag: string): number {
  const index = Object.keys(TAGS).indexOf(tag);
  return index === -1 ? Number.MAX_SAFE_INTEGER : index;
}
