import { type Json, type JsonObject, type Paths, SCHEMA_REF, componentName, isObject, mapValues } from './schema';

/** Shares error responses, named after their codes: otherwise half of the document would be repetition. */
export function shareErrorResponses(document: JsonObject): JsonObject {
  const shared: JsonObject = {};
  const share = (response: JsonObject, status: string): JsonObject => {
    if (Number(status) < 400) return response;
    const name = nameOf(status, response['description'] as string);
    shared[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  const paths = mapValues(document['paths'] as Paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      responses: mapValues(operation['responses'] as Record<string, JsonObject>, share),
    })),
  );
  const responses = Object.fromEntries(Object.entries(shared).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...document, paths, components: { ...(document['components'] as JsonObject), responses } };
}

export const ENVELOPE = 'x-envelope';

export function nameEnvelopes(document: JsonObject): JsonObject {
  const named: JsonObject = {};
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const { [ENVELOPE]: name, ...schema } = value;
    if (typeof name !== 'string') return mapValues(value, visit);
    named[name] = schema;
    return { $ref: `${SCHEMA_REF}${name}` };
  };
  const paths = visit(document['paths'] as Json);
  const components = document['components'] as JsonObject;
  const schemas = { ...(components['schemas'] as JsonObject), ...named };
  return { ...document, paths, components: { ...components, schemas } };
}

const SHARED_FROM = 4;

/** Of several variants of a parameter, only the most frequent is shared. `per_page` becomes `PerPage`. */
export function shareParameters(document: JsonObject): JsonObject {
  const paths = document['paths'] as Paths;
  const uses = new Map<string, Map<string, number>>();
  for (const parameter of operationsOf(paths).flatMap(({ parameters = [] }) => parameters as JsonObject[])) {
    if (parameter['in'] === 'path') continue;
    const ofName = uses.get(parameter['name'] as string) ?? new Map<string, number>();
    const text = JSON.stringify(parameter);
    uses.set(parameter['name'] as string, ofName.set(text, (ofName.get(text) ?? 0) + 1));
  }
  const shared = new Map<string, string>();
  for (const [name, variants] of uses) {
    const [[text, count] = ['', 0]] = [...variants].sort(([, one], [, other]) => other - one);
    if (count >= SHARED_FROM) shared.set(text, componentName(name));
  }
  const refer = (parameter: JsonObject): JsonObject => {
    const name = shared.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  const referring = mapValues(paths, (item) =>
    mapValues(item, (operation) => {
      const { parameters } = operation;
      return Array.isArray(parameters)
        ? { ...operation, parameters: (parameters as JsonObject[]).map(refer) }
        : operation;
    }),
  );
  const parameters = Object.fromEntries(
    [...shared]
      .map(([text, name]): [string, Json] => [name, JSON.parse(text) as Json])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return { ...document, paths: referring, components: { ...(document['components'] as JsonObject), parameters } };
}

const nameOf = (status: string, codes: string): string => componentName(`error ${status} ${codes.toLowerCase()}`);

/** Unknown fields are rejected. */
export function closeInputs(document: JsonObject): JsonObject {
  const components = document['components'] as JsonObject;
  const bodies = operationsOf(document['paths'] as Paths).map((operation) => operation['requestBody']);
  const inputs = reachableSchemas(components['schemas'] as JsonObject, bodies);
  const schemas = mapValues(components['schemas'] as Record<string, JsonObject>, (schema, name) =>
    inputs.has(name) && schema['type'] === 'object' && !('additionalProperties' in schema)
      ? { ...schema, additionalProperties: false }
      : schema,
  );
  return { ...document, components: { ...components, schemas } };
}

export function operationsOf(paths: Paths): JsonObject[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** Schemas of one resource become adjacent, so the document is easier to read and compresses 10 % better. */
export function pruneSchemas(document: JsonObject): JsonObject {
  const components = document['components'] as JsonObject;
  const schemas = components['schemas'] as JsonObject;
  const parts = [document['paths'], document['webhooks'], components['responses'], components['parameters']];
  const used = reachableSchemas(schemas, parts);
  const kept = [...used].filter((name) => name in schemas);
  return {
    ...document,
    components: { ...components, schemas: Object.fromEntries(kept.map((name) => [name, schemas[name] as Json])) },
  };
}

/** Directly or through other schemas. */
function reachableSchemas(schemas: JsonObject, from: readonly (Json | undefined)[]): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      const name = typeof value['$ref'] === 'string' ? value['$ref'].slice(SCHEMA_REF.length) : undefined;
      if (name !== undefined && !used.has(name)) {
        used.add(name);
        visit(schemas[name]);
      }
      Object.values(value).forEach(visit);
    }
  };
  from.forEach(visit);
  return used;
}

/** Classes of Form B end in `B` if Form A has one of the same name. The document of Form B shows the plain name. */
export function dropFormSuffix(document: JsonObject): JsonObject {
  const components = document['components'] as JsonObject;
  const schemas = components['schemas'] as Record<string, Json>;
  const plain = (name: string): string => name.replace(/(Dto|Response)B$/, '$1');
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const { $ref } = value;
    const visited = mapValues(value, visit);
    return typeof $ref === 'string' ? { ...visited, $ref: plain($ref) } : visited;
  };
  const named = Object.entries(schemas).map(([name, schema]): [string, Json] => [plain(name), schema]);
  const twice = named.map(([name]) => name).filter((name, at, names) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`Form B has two schemas with the same name: ${twice.join(', ')}`);
  return visit({ ...document, components: { ...components, schemas: Object.fromEntries(named) } }) as JsonObject;
}
