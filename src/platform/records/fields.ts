import type { ColumnOptions } from 'typeorm';
import { apiName } from '../../common/records/changes';
import type { OutOptions, rules } from '../validation';

export interface RecordFieldOptions {
  readonly nullable?: boolean;
  /** For the OpenAPI documents. */
  readonly description?: string;
  readonly example?: unknown;
  /** If they differ from those for responses. */
  readonly request?: { readonly description?: string; readonly example?: unknown };
  /** A request rule in addition to those of the kind. */
  readonly check?: rules.Rule;
  /** The value in a new record if its request omits the field. Null if the field is nullable without a default. */
  readonly default?: unknown;
  readonly columnDefault?: unknown;
  /** `false`: not audited. A function: the audit log stores its result, such as a masked bank account. */
  readonly audited?: false | ((value: unknown) => unknown);
}

export interface Kind<Options extends RecordFieldOptions> {
  readonly type: string;
  /** The cell type of an import. */
  readonly cell: 'text' | 'number' | 'boolean' | 'day' | 'json';
  column(options: ColumnOptions): PropertyDecorator;
  request(options: Options & { readonly optional: boolean }): PropertyDecorator;
  response(shown: OutOptions, options: Options): PropertyDecorator;
  /** Converts a stored value for JSON; by default it is unchanged. */
  show?(value: unknown): unknown;
  /** Converts a value to a statement parameter; by default it is unchanged. */
  bind?(value: unknown): unknown;
  /** SQL of the JSON value, from SQL of the column; by default the column. */
  json?(column: string): string;
}

export interface RecordField {
  readonly property: string;
  /** The name of the column, and of the field in Form A. */
  readonly name: string;
  readonly options: RecordFieldOptions;
  readonly kind: Kind<RecordFieldOptions>;
}

/** A class of a record: the fields that clients write, the additional fields of responses, or the entity. */
export type RecordType<Fields extends object = object> = new () => Fields;

const declared = new WeakMap<object, RecordField[]>();

/** The decorators of a kind. Each makes the property a column and registers it as a field of its record. */
export function decoratorOf<Options extends RecordFieldOptions = RecordFieldOptions>(
  kind: Kind<Options>,
): (...options: Partial<Options> extends Options ? [Options?] : [Options]) => PropertyDecorator {
  return (...[options = {} as Options]) =>
    (target, key) => {
      const property = String(key);
      const field = { property, name: apiName(property), options, kind };
      declared.set(target, [...(declared.get(target) ?? []), field]);
      const { nullable = false, columnDefault } = options;
      kind.column({ nullable, ...(columnDefault === undefined ? {} : { default: columnDefault }) })(target, key);
    };
}

const LAST = ['externalId', 'metadata', 'createdAt', 'updatedAt'];

/** The fields of a record and its base classes: first the id, last the common fields. */
function fieldsOf(record: RecordType): readonly RecordField[] {
  const chain: RecordField[][] = [];
  for (let at: unknown = record.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    chain.unshift(declared.get(at) ?? []);
  }
  const place = ({ property }: RecordField): number => (property === 'id' ? -1 : LAST.indexOf(property) + 1);
  return chain.flat().sort((one, other) => place(one) - place(other));
}

export interface Picked {
  /** Only these; by default all. */
  readonly only?: readonly PropertyKey[] | undefined;
  readonly omit?: readonly PropertyKey[] | undefined;
}

export function pickFields(record: RecordType, { only, omit = [] }: Picked = {}): readonly RecordField[] {
  return fieldsOf(record).filter(({ property }) => (only?.includes(property) ?? true) && !omit.includes(property));
}
