/**
 * Keeps a copy of a tenant's records with the client, as an integrator's program would, in a file that outlives it.
 * Arguments: the compiled client's folder, a file with the service's present address, a token, and the file of the copy.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, addressFile, token, copyFile] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(dist, name)).href);
const { items, mirror } = await load('index.js');
const { connectFormA } = await load('form-a.js');

/** Wherever the service is now. */
const toPresentAddress = async (request, init) => {
  const { pathname, search } = new URL(request.url);
  const address = readFileSync(addressFile, 'utf8');
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer();
  const { method, headers, signal } = request;
  return fetch(`${address}${pathname}${search}`, { method, headers, signal, ...init, ...(body ? { body } : {}) });
};
const api = connectFormA({
  baseUrl: 'http://mirrored.example',
  token,
  fetch: toPresentAddress,
  retry: { attempts: 2, firstWait: 100 },
});

/** A record as `GET` shows it. */
const resource = (group) => {
  const get = async (id) => (await group.get({ path: { id } })).data.data;
  return {
    get,
    async *all() {
      for await (const { id } of items((page) => group.list({ query: { ...page } }))) yield [id, await get(id)];
    },
  };
};

/** The copy in a file that is replaced whole: what was not finished when the program was killed is not in it. */
class FileStore {
  constructor() {
    try {
      this.kept = JSON.parse(readFileSync(copyFile, 'utf8'));
    } catch {
      this.kept = { records: {} };
    }
  }

  cursor() {
    return Promise.resolve(this.kept.cursor);
  }

  commit(writes, cursor) {
    for (const { type, id, record } of writes) {
      if (record === undefined) delete this.kept.records[`${type} ${id}`];
      else this.kept.records[`${type} ${id}`] = record;
    }
    this.kept.cursor = cursor;
    writeFileSync(`${copyFile}.new`, JSON.stringify(this.kept));
    renameSync(`${copyFile}.new`, copyFile);
    return Promise.resolve();
  }

  async replace(records, cursor) {
    const all = [];
    for await (const write of records) all.push(write);
    this.kept = { records: {} };
    await this.commit(all, cursor);
  }
}

await mirror({
  ask: (query, signal) => api.changes.list({ query, signal }),
  store: new FileStore(),
  resources: {
    vendor: resource(api.vendors),
    department: resource(api.departments),
    project: resource(api.projects),
    purchase_order: resource(api.purchaseOrders),
  },
  wait: 2,
  firstPause: 100,
});
