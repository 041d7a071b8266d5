import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Form, type PerForm, PREFIX } from '../../../src/platform/http/request/form';
import {
  BODY_LIMITS,
  MAX_BODY_BYTES,
  MAX_FIELDS_NAMED,
  MAX_PUBLIC_BODY_BYTES,
  MAX_QUERY_BYTES,
  MAX_QUERY_PARAMETERS,
  rules,
} from '../../../src/platform/validation';
import { WRAPPING, type Wrapping } from '../../../src/platform/http/openapi/answers';
import { ENVELOPE_PARTS } from './answer-schemas';
import { IF_MATCH, SHARED_HEADERS, parameter } from './headers';
import { REFERENCE } from '../reference';
import { nameEnums, describeOperation, describeSchemas } from './reference';
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
import { webhookDocument } from './webhooks';

const TITLES: PerForm<string> = {
  a: 'Procurement Service API, Form A',
  b: 'Procurement Service API, Form B',
};

/** Builds the OpenAPI 3.1 document of each form from the metadata of the controllers. */
export function buildDocuments(app: INestApplication): PerForm<JsonObject> {
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  const whole = SwaggerModule.createDocument(app, config);
  return { a: documentOf('a', whole), b: documentOf('b', whole) };
}

function documentOf(form: Form, whole: OpenAPIObject): JsonObject {
  const events = webhookDocument();
  const declared = { ...(whole.components?.schemas as JsonObject), ...ENVELOPE_PARTS[form], ...events.schemas };
  const place = { declared, schemas: describeSchemas(declared, REFERENCE) };
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
    webhooks: describeWebhooks(events.webhooks),
  }) as JsonObject;
  const named = shareParameters(nameEnvelopes(nameEnums(document, REFERENCE.enums)));
  return schemasFirst(dropFormSuffix(closeInputs(pruneSchemas(shareErrorResponses(named)))));
}

/** With this order, shared headers and responses are near their uses, so the document compresses better. */
function schemasFirst(document: JsonObject): JsonObject {
  const { securitySchemes, schemas, headers, ...others } = document['components'] as Record<string, JsonObject>;
  return { ...document, components: { securitySchemes, schemas, headers, ...others } as JsonObject };
}

const count = (number: number): string => number.toLocaleString('en');

const ENCODING =
  'Bodies, names of uploaded files and percent-escapes are UTF-8. A body that is not gets 400: the message has the offset of the first ' +
  'wrong byte, counted from 0 in the decompressed body. A declared charset other than `utf-8` gets 415. A byte order mark is ignored. ' +
  'A key that one JSON object has twice gets 400.';

const LIMITS =
  `- A body has at most ${count(MAX_BODY_BYTES)} bytes (${count(MAX_PUBLIC_BODY_BYTES)} for operations without a token; ` +
  `a larger body gets 413), ${count(BODY_LIMITS.depth)} levels and ${count(BODY_LIMITS.keysOfObject)} keys per object. In total it has ` +
  `at most ${count(BODY_LIMITS.keys)} keys, ${count(BODY_LIMITS.elements)} elements of arrays and ${count(BODY_LIMITS.nodes)} values.\n` +
  `- A query has at most ${count(MAX_QUERY_BYTES)} bytes and ${count(MAX_QUERY_PARAMETERS)} parameters, each at most once (otherwise 400).\n` +
  `- A response lists at most ${count(MAX_FIELDS_NAMED)} invalid fields.\n- Texts have one line, except notes, descriptions, ` +
  `comments, reasons and addresses.\n- Days are from ${rules.FIRST_DAY} to ${rules.LAST_DAY}.`;

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

function describeWebhooks(webhooks: JsonObject): JsonObject {
  return mapValues(webhooks as Paths, (item) =>
    mapValues(item, (operation) => describeOperation(operation, REFERENCE)),
  );
}

function pathItem(
  form: Form,
  path: string,
  item: Record<string, JsonObject>,
  { declared, schemas }: { readonly [part in 'declared' | 'schemas']: JsonObject },
): Record<string, JsonObject> {
  // The GET of a record that supports If-Match returns its version.
  const isVersioned = 'get' in item && Object.values(item).some((operation) => parameter(operation, IF_MATCH));
  return mapValues(item, (operation, method) => {
    const wrapping = operation[WRAPPING] as Wrapping | undefined;
    const own = operationInForm(form, operation, declared);
    const named = describeOperation({ ...own, operationId: operationId({ method, path, wrapping }) }, REFERENCE);
    return completeOperation(form, named, { method, path, isVersioned, schemas, rare: REFERENCE.rare });
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

/** Tags in the order of the documentation. */
const TAGS: Readonly<Record<string, string>> = {
  'Purchase orders': 'Orders from draft to completion: lines, approval, documents, amendments, PDF.',
  Approvals: 'Pending approvals, and decisions about several at once.',
  'Approval workflows': 'Rules that select the approvers by amount.',
  'Goods receipts': 'Received, rejected and returned quantities.',
  Invoices: 'Vendor invoices, three-way matched against order and receipt, approved and paid.',
  Vendors: 'Suppliers of the tenant, with performance and blocking.',
  Budgets: 'Allocated, committed and spent amounts.',
  Reports: 'Spending, vendor performance, order status and invoice matching, as JSON or CSV.',
  Webhooks: 'Signed event notifications to your HTTPS endpoint.',
  Changes: 'Every change in one stable order, to synchronize a copy of the records.',
  Users: 'Users of the tenant: invited, active, inactive.',
  Roles: 'Permissions of each role in this tenant.',
  Departments: 'Organizational units that place orders.',
  Projects: 'Projects that orders can be assigned to.',
  Exports: 'Background jobs that write records to CSV or NDJSON files.',
  Imports: 'Background jobs that create and change records from a CSV or NDJSON file of up to 100,000 rows.',
  Settings: 'Business rules of this tenant.',
  'Audit log': 'Actions with their user and time.',
  Documents: 'Files and links of an order.',
  Tokens: 'API tokens, and the identity of the current token.',
};
