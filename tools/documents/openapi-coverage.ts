import { type Json, type JsonObject, isObject } from './openapi/schema';

/** Number of elements, and of described ones. */
export interface Figure {
  total: number;
  described: number;
}

export interface Coverage {
  readonly figures: Readonly<Record<Kind, Figure>>;
  /** Missing descriptions and fillers, with their place. */
  readonly faults: readonly string[];
}

const KINDS = ['operations', 'parameters', 'properties', 'values', 'examples'] as const;
type Kind = (typeof KINDS)[number];

/** Placeholder texts and numbers. */
const FILLERS = new Set<Json>([
  ...['text', 'string', 'foo', 'bar', 'abc', 'example', 'lorem ipsum', 'todo', 'n/a', 'tbd'],
  ...[42, 123],
]);

/** The longest description. Longer explanations belong in the guide. */
const MOST_WORDS = 60;

/** Without the items of a list: one for each value of an enum. */
const wordsOf = (description: string): number =>
  description
    .replace(/^- .*$/gm, '')
    .split(/\s+/)
    .filter(Boolean).length;

const SCALAR = new Set<Json>(['string', 'number', 'integer', 'boolean']);

/** Counts described operations, parameters, properties, values and examples of an OpenAPI document. */
export function coverageOf(document: JsonObject): Coverage {
  const gate = new Gate(document);
  gate.operations();
  gate.schemas();
  return gate;
}

class Gate implements Coverage {
  readonly figures = Object.fromEntries(KINDS.map((kind) => [kind, { total: 0, described: 0 }])) as Record<
    Kind,
    Figure
  >;
  readonly faults: string[] = [];
  private readonly components: JsonObject;

  constructor(private readonly document: JsonObject) {
    this.components = member(document, 'components');
  }

  operations(): void {
    for (const [path, item] of [...entries(this.document['paths']), ...entries(this.document['webhooks'])]) {
      for (const [method, operation] of entries(item)) {
        this.count('operations', `${method.toUpperCase()} ${path}`, operation);
        for (const parameter of list(operation['parameters']))
          this.parameter(`${method.toUpperCase()} ${path}`, parameter);
      }
    }
  }

  schemas(): void {
    for (const [name, schema] of entries(this.components['schemas'])) this.schema(name, schema);
  }

  private parameter(operation: string, given: JsonObject): void {
    const parameter = this.resolved(given);
    const name = parameter['name'] as string;
    const where = `${operation}, parameter ${name}`;
    const schema = member(parameter, 'schema');
    this.count('parameters', where, parameter);
    // Values of a sort are field names, which are described in the record.
    const isSort = name === 'sort' || name === 'sort_by';
    if (isSort) return;
    this.values(where, schema);
    this.example(where, schema, parameter['example']);
  }

  private schema(where: string, schema: JsonObject): void {
    this.values(where, schema);
    for (const [name, property] of entries(schema['properties'])) {
      const at = `${where}.${name}`;
      this.count('properties', at, property, name);
      this.example(at, property);
      this.schema(at, property);
    }
    if (isObject(schema['items'])) this.schema(`${where}[]`, schema['items']);
  }

  private count(kind: Kind, where: string, described: JsonObject, name?: string): void {
    const { description } = described;
    let fault: string | undefined;
    if (typeof description !== 'string') fault = 'has no description';
    else if (isFiller(description, name)) fault = `has a filler for a description: ${description}`;
    else if (wordsOf(description) > MOST_WORDS) fault = `has a description of more than ${MOST_WORDS} words`;
    this.add(kind, where, fault);
  }

  /** Each value of an enum needs a description; single values do not. */
  private values(where: string, schema: JsonObject): void {
    const values = Array.isArray(schema['enum']) ? schema['enum'].filter((value) => value !== null) : [];
    if (values.length < 2) return;
    const meanings = Array.isArray(schema['x-enum-descriptions']) ? schema['x-enum-descriptions'] : [];
    values.forEach((value, at) => {
      const isDescribed = typeof meanings[at] === 'string' && !isFiller(meanings[at], value as string);
      const fault = `does not say what ${JSON.stringify(value)} means (name the set in tools/documents/reference/enums)`;
      this.add('values', where, isDescribed ? undefined : fault);
    });
  }

  /** Each text, number and boolean needs an example. */
  private example(where: string, schema: JsonObject, given?: Json): void {
    if (!this.isScalar(schema)) return;
    const shown = given ?? this.shownBy(schema);
    let fault: string | undefined;
    if (shown === undefined) fault = 'has no example';
    else if (FILLERS.has(plain(shown))) fault = `has a filler for an example: ${JSON.stringify(shown)}`;
    this.add('examples', where, fault);
  }

  private isScalar(schema: JsonObject): boolean {
    const whole = this.resolved(schema);
    const types = [whole, ...partsOf(whole)].flatMap((one) => this.resolved(one)['type'] ?? null);
    return types.some((type) => SCALAR.has(type));
  }

  private shownBy(schema: JsonObject): Json | undefined {
    const [example] = Array.isArray(schema['examples']) ? schema['examples'] : [];
    if (example !== undefined) return example;
    if (Array.isArray(schema['enum']) && schema['enum'].length === 1) return schema['enum'][0];
    const inner = '$ref' in schema ? this.resolved(schema) : partsOf(schema)[0];
    return inner === undefined || inner === schema ? undefined : this.shownBy(inner);
  }

  private resolved(value: JsonObject): JsonObject {
    const reference = value['$ref'];
    if (typeof reference !== 'string') return value;
    const [, , group = '', name = ''] = reference.split('/');
    return member(member(this.components, group), name);
  }

  private add(kind: Kind, where: string, fault: string | undefined): void {
    this.figures[kind].total += 1;
    if (fault === undefined) this.figures[kind].described += 1;
    else this.faults.push(`${where} ${fault}`);
  }
}

/** Whether a description is a placeholder or repeats the name. */
function isFiller(description: string, name = ''): boolean {
  const words = plain(description) as string;
  const onlyTheName = words.replace(/^(the|a|an) /, '') === plain(name.replaceAll('_', ' '));
  return FILLERS.has(words) || onlyTheName || words === '';
}

const plain = (value: Json): Json =>
  typeof value === 'string' ? value.toLowerCase().trim().replace(/\.$/, '') : value;
const entries = (value: Json | undefined): [string, JsonObject][] =>
  isObject(value) ? (Object.entries(value) as [string, JsonObject][]) : [];
const list = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);
const partsOf = (schema: JsonObject): JsonObject[] => [...list(schema['allOf']), ...list(schema['oneOf'])];
const member = (value: JsonObject, name: string): JsonObject => (isObject(value[name]) ? value[name] : {});

/** For example `operations 101 of 101 (100 %), ...`. */
export function coverageText({ figures }: Coverage): string {
  return KINDS.map((kind) => {
    const { described, total } = figures[kind];
    const percent = total === 0 ? 100 : Math.floor((described / total) * 1000) / 10;
    return `${kind} ${described} of ${total} (${percent} %)`;
  }).join(', ');
}
