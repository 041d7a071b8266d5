import type { ImportKind } from '../../src/integration/imports/kinds/kind';
import { InvoiceKind, OrderKind } from '../../src/integration/imports/kinds/document-kinds';
import {
  BudgetKind,
  DepartmentKind,
  ProjectKind,
  UserKind,
  VendorKind,
} from '../../src/integration/imports/kinds/plain-kinds';
import { documentOf } from '../support/documented';

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

const { openapi } = documentOf('a');

/** The properties of a schema, including its reference and its allOf parts. */
function propertiesOf(schema: Schema = {}): Record<string, Schema> {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  if (name !== undefined) return propertiesOf(openapi.components.schemas[name] as Schema);
  const parts = (schema['allOf'] ?? []) as Schema[];
  return Object.assign({}, ...parts.map(propertiesOf), schema.properties) as Record<string, Schema>;
}

const json = (content: Readonly<Record<string, { readonly schema?: object }>> = {}): Schema =>
  content['application/json']?.schema as Schema;
const itemsOf = (schema?: Schema): Schema | undefined => schema?.['items'] as Schema | undefined;

/** The fields of a record in responses and in the request that creates it. */
function fieldsOf(path: string): { shown: Record<string, Schema>; sent: Record<string, Schema> } {
  const answered = (at: string): Schema | undefined => {
    const answer = openapi.paths[at]?.['get']?.responses['200'] as { content: Record<string, { schema?: object }> };
    return propertiesOf(json(answer.content))['data'];
  };
  return {
    shown: { ...propertiesOf(itemsOf(answered(path))), ...propertiesOf(answered(`${path}/{id}`)) },
    sent: propertiesOf(json(openapi.paths[path]?.['post']?.requestBody?.content)),
  };
}

const without = (fields: object, others: object): string[] =>
  Object.keys(fields)
    .filter((name) => !Object.hasOwn(others, name))
    .sort();

/** References to other records. An import rejects them because a budget or document without them would differ. */
const NAMES = ['vendor', 'department', 'project', 'purchase_order', 'goods_receipt', 'goods_receipts'];
/** An import rejects it: it shows that the `invoice_number` of a response is not the vendor's number. */
const OTHERWISE = ['vendor_invoice_number'];
/** Fields that only some kinds have. */
const EVERYWHERE = ['version', 'updated_at'];

describe('fields that an import ignores', () => {
  const none = {} as never;
  const kinds: readonly [string, ImportKind][] = [
    ['/departments', new DepartmentKind(none)],
    ['/projects', new ProjectKind(none)],
    ['/users', new UserKind(none)],
    ['/vendors', new VendorKind(none)],
    ['/budgets', new BudgetKind(none)],
    ['/purchase-orders', new OrderKind(none, none)],
    ['/invoices', new InvoiceKind(none, none, none, none)],
  ];

  it.each(kinds)('of %s are the response fields that no request has', (path, { ignored, lines }) => {
    const { shown, sent } = fieldsOf(path);
    const known = Object.keys(shown).length > 5 && Object.keys(sent).length > 2;
    const names = lines || path === '/budgets' ? NAMES : [];
    const wanted = without(shown, sent).filter((name) => !names.includes(name) && !OTHERWISE.includes(name));
    expect({ known, ignored: [...new Set([...ignored, ...EVERYWHERE])].sort() }).toEqual({
      known: true,
      ignored: [...new Set([...wanted, ...EVERYWHERE])].sort(),
    });
    if (!lines) return;
    const [shownLine, sentLine] = [shown, sent].map((of) => propertiesOf(itemsOf(of[lines.field])));
    expect([...lines.ignored].sort()).toEqual(without(shownLine ?? {}, sentLine ?? {}));
  });
});
