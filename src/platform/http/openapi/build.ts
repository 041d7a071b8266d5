import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Form, type PerForm, PREFIX } from '../request/form';
import {
  BODY_LIMITS,
  MAX_BODY_BYTES,
  MAX_FIELDS_NAMED,
  MAX_PUBLIC_BODY_BYTES,
  MAX_QUERY_BYTES,
  MAX_QUERY_PARAMETERS,
  rules,
} from '../../validation';
import { WRAPPING, type Wrapping } from './answers';
import { ENVELOPE_PARTS } from './answer-schemas';
import { IF_MATCH, SHARED_HEADERS, parameter } from './headers';
import { nameEnums, NO_REFERENCE, type Reference, toldOperation, toldSchemas } from './reference';
import { completeOperation } from './operation';
import { operationId } from './operation-id';
import { operationInForm } from './one-form';
import { type Json, type JsonObject, type Paths, mapValues, modernise } from './schema';
import {
  closeInputs,
  dropFormSuffix,
  nameEnvelopes,
  operationsOf,
  pruneSchemas,
  shareErrorResponses,
  shareParameters,
} from './whole-document';

const TITLES: PerForm<string> = {
  a: 'Procurement Service API, Form A',
  b: 'Procurement Service API, Form B',
};

export interface DocumentExtras {
  /** The `webhooks` section: what receivers are sent, one entry an event. */
  readonly webhooks?: JsonObject;
  /** Schemas that the webhooks section refers to. */
  readonly schemas?: JsonObject;
  /** Words for the fields, parameters and values that bring none of their own. */
  readonly reference?: Reference;
}

/** The OpenAPI 3.1 document of each form, from the controllers' own metadata. */
export function buildDocuments(app: INestApplication, extras: DocumentExtras): PerForm<JsonObject> {
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  const whole = SwaggerModule.createDocument(app, config);
  return { a: documentOf('a', whole, extras), b: documentOf('b', whole, extras) };
}

function documentOf(form: Form, whole: OpenAPIObject, extras: DocumentExtras): JsonObject {
  const { reference = NO_REFERENCE } = extras;
  const declared = { ...(whole.components?.schemas as JsonObject), ...ENVELOPE_PARTS[form], ...extras.schemas };
  const place = { declared, schemas: toldSchemas(declared, reference), reference };
  const paths: Paths = {};
  for (const [path, item] of Object.entries(whole.paths as unknown as Paths)) {
    if (path.startsWith(`${PREFIX[form]}/`)) {
      const address = path.slice(PREFIX[form].length);
      paths[address] = pathItem(form, address, item, place);
    }
  }
  const document = modernise({
    openapi: '3.1.0',
    info: info(form),
    servers: [{ url: PREFIX[form], description: 'This service.' }],
    security: [{ bearer: [] }],
    tags: tagsOf(paths),
    components: {
      schemas: place.schemas,
      headers: SHARED_HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token: `pst_` and 43 characters.' },
      },
    },
    paths,
    ...(extras.webhooks ? { webhooks: toldWebhooks(extras.webhooks, reference) } : {}),
  }) as JsonObject;
  const named = shareParameters(nameEnvelopes(nameEnums(document, reference.enums)));
  return schemasFirst(dropFormSuffix(closeInputs(pruneSchemas(shareErrorResponses(named)))));
}

/** So compressed, the document is smaller: what its shared headers and responses say stands near what they are used by. */
function schemasFirst(document: JsonObject): JsonObject {
  const { securitySchemes, schemas, headers, ...others } = document['components'] as Record<string, JsonObject>;
  return { ...document, components: { securitySchemes, schemas, headers, ...others } as JsonObject };
}

const count = (number: number): string => number.toLocaleString('en');

/** What is refused for its bytes or its JSON, whatever the operation. */
const ENCODING =
  'Bodies, names of uploaded files and percent-escapes are UTF-8. A body that is not gets 400: the message has the offset of the first ' +
  'wrong byte, counted from 0 in the decompressed body. A declared charset other than `utf-8` gets 415. A byte order mark is ignored. ' +
  'A key that one JSON object has twice gets 400.';

/** What is refused for its size, whatever the operation. */
const LIMITS =
  `A body has at most ${count(MAX_BODY_BYTES)} bytes (${count(MAX_PUBLIC_BODY_BYTES)} where no token is needed; ` +
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
      ENCODING,
      LIMITS,
    ].join('\n\n'),
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  };
}

function toldWebhooks(webhooks: JsonObject, reference: Reference): JsonObject {
  return mapValues(webhooks as Paths, (item) => mapValues(item, (operation) => toldOperation(operation, reference)));
}

function pathItem(
  form: Form,
  path: string,
  item: Record<string, JsonObject>,
  {
    declared,
    schemas,
    reference,
  }: { readonly [part in 'declared' | 'schemas']: JsonObject } & { readonly reference: Reference },
): Record<string, JsonObject> {
  // A record that honours If-Match shows, when it is read, the version to name in it.
  const isVersioned = 'get' in item && Object.values(item).some((operation) => parameter(operation, IF_MATCH));
  return mapValues(item, (operation, method) => {
    const wrapping = operation[WRAPPING] as Wrapping | undefined;
    const own = operationInForm(form, operation, declared);
    const named = toldOperation({ ...own, operationId: operationId({ method, path, wrapping }) }, reference);
    return completeOperation(form, named, { method, path, isVersioned, schemas, rare: reference.rare });
  });
}

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
  Exports: 'Records written to CSV or NDJSON files, by a job.',
  Imports: 'Records created and changed from a CSV or NDJSON file of up to 100,000 rows, by a job.',
  Settings: 'How this tenant wants its rules.',
  'Audit log': 'Who did what, when.',
  Documents: 'Files and links of an order.',
  Tokens: 'API tokens and the identity behind them.',
};
