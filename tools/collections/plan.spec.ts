import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brunoFiles } from './generate';
import type { OpenApi } from './document';
import { postmanCollection } from './postman';

interface Loose {
  [name: string]: Loose;
}

/** The committed document, with an optional change. */
function documentOf(form: 'a' | 'b', change: (paths: Loose) => void = () => undefined): OpenApi {
  const file = join(__dirname, '../../openapi', `form-${form}.json`);
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
  change(document.paths as unknown as Loose);
  return document;
}

const operation = (tag: string, more: object = {}): Loose =>
  ({ tags: [tag], summary: 'New', responses: { 200: {} }, ...more }) as unknown as Loose;
const id = { name: 'id', in: 'path', schema: { type: 'integer' }, example: 7 };
const json = (example: object | undefined) => ({
  requestBody: {
    required: true,
    content: { 'application/json': example ? { examples: { one: { value: example } } } : {} },
  },
});

/** The requests of a collection with their operations. */
const requests = (document: OpenApi) =>
  postmanCollection(document).item.flatMap(({ name: folder, item }) =>
    item.map(({ event, request: { method, url } }) => {
      const path = url.raw.slice(`{{base_url}}${document.servers[0]?.url}`.length).replace(/\?.*/, '');
      return {
        folder,
        operation: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
        inPath: url.variable.map(({ value }) => value),
        script: event.flatMap(({ script }) => script.exec).join('\n'),
      };
    }),
  );

describe('the plan of a collection', () => {
  it.each(['a', 'b'] as const)('requests every operation of Form %s, deletions after the others', (form) => {
    const document = documentOf(form);
    const asked = requests(document).map((one) => one.operation);
    const all = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...new Set(asked)].sort()).toEqual(all.sort());
  });

  it('places an operation outside the story in its folder, by its kind', () => {
    const document = documentOf('a', (paths) => {
      paths['/vendors/{id}/notes'] = {
        get: operation('Vendors', { summary: 'List notes', parameters: [id] }),
        post: operation('Vendors', {
          parameters: [id],
          responses: { 201: {} },
          ...json({ text: 'Closed in Ramadan' }),
        }),
      };
      paths['/vendors/{id}/notes/{note_id}'] = {
        delete: operation('Vendors', {
          summary: 'Delete a note',
          parameters: [id, { ...id, name: 'note_id' }],
          responses: { 204: {} },
        }),
      };
      paths['/feed'] = { get: operation('Feed') };
    });
    const added = requests(document).filter(({ operation: key }) => /\/notes|\/feed/.test(key));
    expect(added.map(({ folder, operation: key }) => `${folder}: ${key}`)).toEqual([
      'Vendors: POST /vendors/{id}/notes',
      'Vendors: GET /vendors/{id}/notes',
      'Vendors: DELETE /vendors/{id}/notes/{note_id}',
      'Feed: GET /feed',
    ]);
    const [made, , ended] = added;
    expect(made?.script).toContain('const note_id = pm.response.json().data?.id;');
    expect(made?.script).toContain('pm.collectionVariables.set("note_id", note_id);');
    expect(ended?.inPath).toEqual(['{{vendor_id}}', '{{note_id}}']);
    expect(ended?.script).toContain('to.be.oneOf([204])');
  });

  it("keeps the document's value of a path parameter that is not an id", () => {
    const document = documentOf('a', (paths) => {
      const external = { name: 'id', in: 'path', schema: { type: 'string' }, example: 'V-100' };
      paths['/vendors/by-code/{id}'] = {
        put: operation('Vendors', { parameters: [external], ...json({ name: 'Najd Steel' }) }),
      };
    });
    const put = requests(document).find(({ operation: key }) => key.includes('by-code'));
    expect(put?.inPath).toEqual(['V-100']);
  });

  it.each<[string, (paths: Loose) => void]>([
    [
      'POST /new has no example of its body',
      (paths) => (paths['/new'] = { post: operation('New', json(undefined)) } as unknown as Loose),
    ],
    [
      'GET /new/{slug} has no example of {slug}',
      (paths) =>
        (paths['/new/{slug}'] = {
          get: operation('New', { parameters: [{ name: 'slug', in: 'path', schema: { type: 'string' } }] }),
        } as unknown as Loose),
    ],
    [
      'GET /new has no example of the parameter since, which it requires',
      (paths) =>
        (paths['/new'] = {
          get: operation('New', { parameters: [{ name: 'since', in: 'query', required: true }] }),
        } as unknown as Loose),
    ],
    [
      'The story asks POST /vendors, which the document does not have',
      (paths) => delete (paths['/vendors'] as Partial<Loose>)['post'],
    ],
  ])('reports that %s', (message, change) => {
    expect(() => postmanCollection(documentOf('a', change))).toThrow(message);
  });

  it('reports two requests of a folder with the same name', () => {
    const document = documentOf('a', (paths) => {
      paths['/one'] = { get: operation('New') };
      paths['/two'] = { get: operation('New') };
    });
    expect(() => postmanCollection(document)).toThrow(
      'Two requests of New are called New: give one another name in the story',
    );
  });
});

describe('the written collection', () => {
  it.each(['a', 'b'] as const)('matches the schema of Postman collection 2.1.0 for Form %s', (form) => {
    const file = join(__dirname, '../../test/support/postman-collection-2.1.0.json');
    const valid = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')));
    valid(postmanCollection(documentOf(form)));
    expect(valid.errors).toBeNull();
  });

  it('contains no token', async () => {
    const postman = postmanCollection(documentOf('a'));
    const written = [...(await brunoFiles(postman)).values(), JSON.stringify(postman)].join('');
    expect(written).not.toMatch(/pst_|whsec_/);
  });
});
