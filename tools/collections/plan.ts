import { type Body, type Json, type OpenApi, type Operation, type Parameter, operationsOf, textOf } from './document';
import { FILE_BODIES, STORY, type Chapter, type Step } from './story';
import { isMaking, savedBy, variableOf } from './variables';

/** One request of a collection, as any of the formats writes it. */
export interface PlannedRequest {
  readonly operation: Operation;
  readonly name: string;
  /** `/purchase-orders/{id}`; what stands in it. */
  readonly inPath: readonly { readonly name: string; readonly value: string; readonly description: string }[];
  readonly inQuery: readonly PlannedParameter[];
  readonly inHeaders: readonly PlannedParameter[];
  readonly body: PlannedBody | undefined;
  /** Parts of the answer's `data` by the variables that keep them: `{ vendor_id: ['id'] }`. */
  readonly saves: ReadonlyMap<string, readonly string[]>;
  readonly expects: readonly number[];
}

export interface PlannedParameter {
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly isSent: boolean;
}

export type PlannedBody =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'raw'; readonly type: string; readonly text: string }
  | {
      readonly kind: 'form';
      readonly file: string;
      readonly fields: readonly (readonly [name: string, value: string])[];
    };

export interface PlannedFolder {
  readonly name: string;
  readonly description: string;
  readonly requests: readonly PlannedRequest[];
}

export interface Plan {
  readonly title: string;
  readonly description: string;
  /** `/v1`. */
  readonly prefix: string;
  readonly folders: readonly PlannedFolder[];
  /** Ids that stand for what has not been made yet: those of the demo tenant that the document's examples name. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Files that requests upload, beside the collections. */
export const FILES: Readonly<Record<string, string>> = {
  'quotation.txt': 'Quotation of Najd Steel Company\n\nReinforcing steel B500B, 16 mm: 2,490.00 SAR a tonne.\n',
};

/**
 * What a collection of a document asks, and in which order: the story first, and what it leaves out by its examples.
 * @throws Error that names the operation which cannot be asked, and why
 */
export function planOf(document: OpenApi): Plan {
  const operations = operationsOf(document);
  const collections = new Set(operations.map(({ path }) => path).filter((path) => !path.endsWith('}')));
  const chapters = withTheRest(operations);
  const ids = new Map<string, string>();
  for (const { path, inPath } of operations) {
    for (const one of inPath) {
      const variable = variableOf(path, one, collections);
      if (variable !== undefined && !ids.has(variable)) ids.set(variable, textOf(one.example));
    }
  }
  const planner = new Planner(operations, collections, new Set(ids.keys()));
  const folders = chapters.map(({ folder, steps }) => ({
    name: folder,
    description: document.tags.find(({ name }) => name === folder)?.description ?? '',
    requests: steps.map((step) => planner.request(step)),
  }));
  return {
    title: document.info.title,
    description: document.info.description ?? '',
    prefix: document.servers[0]?.url ?? '',
    folders,
    ids,
  };
}

class Planner {
  private readonly byKey: ReadonlyMap<string, Operation>;

  constructor(
    private readonly operations: readonly Operation[],
    private readonly collections: ReadonlySet<string>,
    private readonly variables: ReadonlySet<string>,
  ) {
    this.byKey = new Map(operations.map((one) => [one.key, one]));
  }

  request(step: Step): PlannedRequest {
    const operation = this.byKey.get(step.of);
    if (!operation) throw new Error(`The story asks ${step.of}, which the document does not have`);
    return {
      operation,
      name: step.name ?? operation.name,
      inPath: operation.inPath.map((one) => ({ ...this.inPath(operation, one, step), description: one.description })),
      inQuery: operation.inQuery.map((one) => inQuery(operation, one, step)),
      inHeaders: operation.inHeaders.map(({ name, example, description }) => ({
        name,
        value: name === 'Idempotency-Key' ? '{{$guid}}' : textOf(example),
        description,
        isSent: false,
      })),
      body: body(operation, step),
      saves: this.saves(operation, step),
      expects: step.expects ?? operation.succeeds,
    };
  }

  private inPath(operation: Operation, one: Parameter, step: Step): { name: string; value: string } {
    const own = step.ids?.[one.name];
    const variable = own ?? variableOf(operation.path, one, this.collections);
    if (variable !== undefined && step.ofDemo !== true) return { name: one.name, value: `{{${variable}}}` };
    if (one.example === undefined) throw new Error(`${operation.key} has no example of {${one.name}}`);
    return { name: one.name, value: textOf(one.example) };
  }

  private saves(operation: Operation, step: Step): Map<string, string[]> {
    const own = Object.entries(step.saves ?? {}).map(([name, path]) => [name, path.split('.')] as const);
    const saves = new Map(own.map(([name, path]) => [name, [...path]]));
    const usual = savedBy(operation, this.operations);
    const isKept = own.some(([, path]) => path.join('.') === 'id');
    if (usual === undefined || isKept || !this.variables.has(usual)) return saves;
    return saves.set(usual, operation.method === 'GET' ? ['0', 'id'] : ['id']);
  }
}

function inQuery(
  operation: Operation,
  { name, example, isRequired, description }: Parameter,
  step: Step,
): PlannedParameter {
  const own = step.query?.[name];
  if (isRequired && own === undefined && example === undefined)
    throw new Error(`${operation.key} has no example of the parameter ${name}, which it requires`);
  return { name, value: own ?? textOf(example), description, isSent: own !== undefined || isRequired };
}

function body({ key, body: taken }: Operation, step: Step): PlannedBody | undefined {
  if (taken?.kind === 'form') return { kind: 'form', file: taken.file, fields: taken.fields };
  if (taken?.kind === 'raw') {
    const text = taken.example === undefined ? FILE_BODIES[key] : textOf(taken.example);
    if (text === undefined) throw new Error(`${key} has no example of its body`);
    return { kind: 'raw', type: taken.type, text };
  }
  return taken && jsonBody(key, taken, step);
}

function jsonBody(key: string, taken: Extract<Body, { kind: 'json' }>, step: Step): PlannedBody | undefined {
  const [first] = taken.examples.keys();
  const name = step.example ?? first;
  if (name === undefined && !taken.isRequired) return undefined;
  const example = taken.examples.get(name ?? '');
  if (example === undefined)
    throw new Error(`${key} has no example of its body${name === undefined ? '' : ` called ${name}`}`);
  const set = step.set ?? {};
  const unknown = Object.keys(set).filter((field) => !JSON.stringify(example).includes(`"${field}":`));
  if (unknown.length > 0) throw new Error(`The example ${name ?? ''} of ${key} has no field ${unknown.join(', ')}`);
  // An id is a number where it stands alone.
  const text = JSON.stringify(withValues(example, set), undefined, 2).replace(/"(\{\{\w+_id\}\})"/g, '$1');
  return { kind: 'json', text };
}

/** The same, with these values for fields of these names wherever they stand. */
function withValues(value: Json, set: Readonly<Record<string, Json>>): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withValues(one, set));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value as { readonly [name: string]: Json });
  return Object.fromEntries(fields.map(([name, one]) => [name, set[name] ?? withValues(one, set)]));
}

/** What makes comes before what reads, and what ends something last. */
const TURNS = ['making', 'reading', 'changing', 'acting', 'ending'] as const;

/** The story, and in the folder of each operation that it leaves out a request of it. */
function withTheRest(operations: readonly Operation[]): Chapter[] {
  const told = new Set(STORY.flatMap(({ steps }) => steps.map(({ of }) => of)));
  const rest = operations.filter(({ key }) => !told.has(key));
  rest.sort((one, another) => turnOf(one) - turnOf(another));
  const chapters = STORY.map(({ folder, steps }) => {
    const own = rest.filter(({ tag }) => tag === folder).map(({ key }) => ({ of: key }));
    const ends = steps.findLastIndex(({ of }) => !of.startsWith('DELETE ')) + 1;
    return { folder, steps: [...steps.slice(0, ends), ...own, ...steps.slice(ends)] };
  });
  const known = new Set(chapters.map(({ folder }) => folder));
  const tags = [...new Set(rest.map(({ tag }) => tag))].filter((tag) => !known.has(tag));
  const added = tags.map((folder) => ({
    folder,
    steps: rest.filter(({ tag }) => tag === folder).map(({ key }) => ({ of: key })),
  }));
  // The last chapter ends what the first ones began.
  return [...chapters.slice(0, -1), ...added, ...chapters.slice(-1)].filter(({ steps }) => steps.length > 0);
}

function turnOf(operation: Operation): number {
  const acting = ({ GET: 'reading', PUT: 'changing', DELETE: 'ending' } as const)[operation.method] ?? 'acting';
  return TURNS.indexOf(isMaking(operation) ? 'making' : acting);
}
