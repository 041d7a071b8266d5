import type { ColumnOptions } from 'typeorm';
import { apiName } from '../../common/records/changes';
import type { OutOptions, rules } from '../validation';

/** What every field of a record may state beside its kind. */
export interface RecordFieldOptions {
  /** May be null; the type of the property says so, too. */
  readonly nullable?: boolean;
  /** For the OpenAPI documents: unit, format, meaning. */
  readonly description?: string;
  readonly example?: unknown;
  /** What requests say of it, where that is not what responses say. */
  readonly request?: { readonly description?: string; readonly example?: unknown };
  /** What requests must keep to beside the rules of the kind. */
  readonly check?: rules.Rule;
  /** What a new record gets when its request leaves the field out. Null where the field is nullable and states none. */
  readonly default?: unknown;
  /** The value that the database gives a row that is inserted without the field. */
  readonly columnDefault?: unknown;
  /** `false`: the audit log leaves it out. A function: the audit log keeps what it returns, as of a bank account. */
  readonly audited?: false | ((value: unknown) => unknown);
}

/** What one kind of field is in a table, a request, a response and a file. */
export interface Kind<Options extends RecordFieldOptions> {
  /** PostgreSQL's type. */
  readonly type: string;
  /** What an import takes it for. */
  readonly cell: 'text' | 'number' | 'boolean' | 'day' | 'json';
  column(options: ColumnOptions): PropertyDecorator;
  request(options: Options & { readonly optional: boolean }): PropertyDecorator;
  response(shown: OutOptions, options: Options): PropertyDecorator;
  /** A stored value as JSON shows it; without it, as it is. */
  show?(value: unknown): unknown;
  /** A value as a parameter of a statement; without it, as it is. */
  bind?(value: unknown): unknown;
  /** SQL of the value as JSON shows it, from SQL of the column; without it, the column. */
  json?(column: string): string;
}

/** A field as its class declares it. */
export interface RecordField {
  readonly property: string;
  /** The name of the column, and of the field in Form A. */
  readonly name: string;
  readonly options: RecordFieldOptions;
  readonly kind: Kind<RecordFieldOptions>;
}

/** A class of a record: the fields that clients write, the fields that responses show beside them, or the entity. */
export type RecordType<Fields extends object = object> = new () => Fields;

const declared = new WeakMap<object, RecordField[]>();

/** The decorators of a kind: each makes the property a column and remembers it as a field of its record. */
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

/** The fields of a record and of the classes that it extends: its id first, and last what every record has. */
function fieldsOf(record: RecordType): readonly RecordField[] {
  const chain: RecordField[][] = [];
  for (let at: unknown = record.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    chain.unshift(declared.get(at) ?? []);
  }
  const place = ({ property }: RecordField): number => (property === 'id' ? -1 : LAST.indexOf(property) + 1);
  return chain.flat().sort((one, other) => place(one) - place(other));
}

export interface Picked {
  /** The only ones; without it, all. */
  readonly only?: readonly PropertyKey[] | undefined;
  readonly omit?: readonly PropertyKey[] | undefined;
}

/** The fields of a record, picked by their properties. */
export function pickFields(record: RecordType, { only, omit = [] }: Picked = {}): readonly RecordField[] {
  return fieldsOf(record).filter(({ property }) => (only?.includes(property) ?? true) && !omit.includes(property));
}
