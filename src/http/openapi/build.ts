import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Form, PREFIX } from '../forms/form';
import * as limits from '../request/limits';
import { BODY_LIMITS } from '../validation/json-scan';
import * as rules from '../validation/rules';
import { ERROR_SCHEMAS } from './answer-schemas';
import { IF_MATCH, parameter } from './headers';
import { completeOperation } from './operation';
import { type Json, type JsonObject, type Paths, mapValues, modernise } from './schema';
import { closeInputs, operationsOf, pruneSchemas, shareErrorResponses } from './whole-document';

const TITLES: Readonly<Record<Form, string>> = {
  a: 'Procurement Service API, Form A',
  b: 'Procurement Service API, Form B',
};

export interface DocumentExtras {
  /** The `webhooks` section: what receivers are sent, one entry an event. */
  readonly webhooks?: JsonObject;
  /** Schemas that the webhooks section refers to. */
  readonly schemas?: JsonObject;
}

/** The OpenAPI 3.1 document of each form, from the controllers' own metadata. */
export function buildDocuments(app: INestApplication, extras: DocumentExtras): Record<Form, JsonObject> {
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
  const paths: Paths = {};
  for (const [path, item] of Object.entries(whole.paths as unknown as Paths)) {
    if (path.startsWith(`${PREFIX[form]}/`)) paths[path.slice(PREFIX[form].length)] = pathItem(form, item, schemas);
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
  `A body is UTF-8 and has at most ${count(limits.MAX_BODY_BYTES)} bytes (${count(limits.MAX_PUBLIC_BODY_BYTES)} where no token is needed; ` +
  `more is a 413), ${count(BODY_LIMITS.depth)} levels, ${count(BODY_LIMITS.keysOfObject)} keys an object, and in all ` +
  `${count(BODY_LIMITS.keys)} keys, ${count(BODY_LIMITS.elements)} elements of arrays and ${count(BODY_LIMITS.nodes)} values; ` +
  `a query has at most ${count(limits.MAX_QUERY_BYTES)} bytes and ${count(limits.MAX_QUERY_PARAMETERS)} parameters, each once (more is a 400). ` +
  `An answer names at most ${count(limits.MAX_FIELDS_NAMED)} wrong fields. Texts are on one line but for notes, descriptions, ` +
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

function pathItem(form: Form, item: Record<string, JsonObject>, schemas: JsonObject): Record<string, JsonObject> {
  // A record that honours If-Match shows, when it is read, the version to name in it.
  const isVersioned = 'get' in item && Object.values(item).some((operation) => parameter(operation, IF_MATCH));
  return mapValues(item, (operation, method) =>
    completeOperation(form, { ...operation, operationId: plainId(operation) }, { method, isVersioned, schemas }),
  );
}

/** Nest numbers the operations of a controller that stands under both prefixes: `users_list[0]`. */
const plainId = (operation: JsonObject): string => (operation['operationId'] as string).replace(/\[\d+\]$/, '');

function tagsOf(paths: Paths): Json {
  const used = new Set(operationsOf(paths).flatMap((operation) => operation['tags'] as string[]));
  return [...used].sort((a, b) => order(a) - order(b)).map((name) => ({ name, description: TAGS[name] ?? name }));
}

function order(tag: string): number {
  const index = Object.keys(TAGS).indexOf(tag);
  return index === -1 ? Number.MAX_SAFE_INTEGER : index;
}

/** What each group of operations is about, in the order the documentation shows them. */
const TAGS: Readonly<Record<string, string>> = {
  'Purchase orders': 'Orders from draft to completion: lines, approval, documents, amendments, PDF.',
  Approvals: 'What waits for a decision, and deciding several at once.',
  'Approval workflows': 'Who approves what, from which amount.',
  'Goods receipts': 'What arrived, what was rejected, what went back.',
  Invoices: 'Vendor invoices, three-way matched against order and receipt, approved and paid.',
  Vendors: 'Whom the tenant buys from, with performance and blocking.',
  Budgets: 'Allocated, committed and spent amounts that always add up.',
  Reports: 'Spending, vendor performance, order status and invoice matching, as JSON or CSV.',
  Webhooks: 'Signed notifications of events to an HTTPS endpoint of yours.',
  Changes: 'Every change in one order, to keep a copy of the records in step.',
  Users: 'People of the tenant: invited, active, deactivated.',
  Roles: 'What each role may do in this tenant.',
  Departments: 'Parts of the tenant that orders are placed for.',
  Projects: 'What the tenant buys for, other than departments.',
  Settings: 'How this tenant wants its rules.',
  'Audit log': 'Who did what, when.',
  Documents: 'Files and links of an order.',
  Tokens: 'API tokens and the identity behind them.',
};
