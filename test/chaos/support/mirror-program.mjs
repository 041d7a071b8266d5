/**
 * Mirrors a tenant's records with the client into a file, like the program of an integrator.
 * Arguments: folder of the compiled client, file with the current address of the service, comma-separated tokens, and
 * file of the copy. Each request uses the next token.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, addressFile, tokenList, copyFile] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(dist, name)).href);
const { items, listAll, mirror } = await load('index.js');
const { connectFormA } = await load('form-a.js');

const tokens = tokenList.split(',');

/** Sends the request to the current address of the service. */
const toPresentAddress = async (request, init) => {
  const { pathname, search } = new URL(request.url);
  const address = readFileSync(addressFile, 'utf8');
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer();
  const { method, headers, signal } = request;
  tokens.push(tokens.shift());
  headers.set('authorization', `Bearer ${tokens[0]}`);
  return fetch(`${address}${pathname}${search}`, { method, headers, signal, ...init, ...(body ? { body } : {}) });
};
const api = connectFormA({
  baseUrl: 'http://mirrored.example',
  token: tokens[0],
  fetch: toPresentAddress,
  retry: { attempts: 2, firstWait: 100 },
});

/** All entries of a list that does not grow meanwhile, such as the parts of one record. */
const listed = async (list) => {
  const all = [];
  for await (const one of items((query) => list({ query }))) all.push(one);
  return all;
};

/** A record in the format of `GET`, with its parts. */
const resource = (group, parts = {}) => {
  const get = async (id) => {
    const path = { id };
    const lists = Object.entries(parts).map(async ([name, part]) => [
      name,
      await listed((options) => part.list({ path, ...options })),
    ]);
    const [{ data }, ...more] = await Promise.all([group.get({ path }), ...lists]);
    return { ...data.data, ...Object.fromEntries(more) };
  };
  return {
    get,
    async *all() {
      const all = listAll((part) => group.list({ query: { sort: 'created_at', order: 'asc', ...part } }));
      for await (const { id } of all) yield [id, await get(id)];
    },
  };
};

/** A resource with a single record. */
const single = (get) => ({
  get,
  async *all() {
    yield [null, await get()];
  },
});

/** The feed identifies roles by id, but `GET` by slug, so roles are read from their list. */
const role = {
  get: async (id) => (await listed((options) => api.roles.list(options))).find((one) => one.id === id),
  async *all() {
    for (const one of await listed((options) => api.roles.list(options))) yield [one.id, one];
  },
};

const workflows = async () => {
  const { purchaseOrders, amendments, invoices } = api.approvalWorkflows;
  const all = await Promise.all([purchaseOrders, amendments, invoices].map((one) => one.get()));
  const [orders, ofAmendments, ofInvoices] = all.map(({ data }) => data.data);
  return { 'purchase-orders': orders, amendments: ofAmendments, invoices: ofInvoices };
};

/** Stores the copy in a file that is replaced as a whole, so that a killed program leaves no partial copy. */
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
    vendor: resource(api.vendors, { 'bank-accounts': api.vendors.bankAccounts }),
    department: resource(api.departments),
    project: resource(api.projects),
    budget: resource(api.budgets),
    user: resource(api.users, { delegations: api.users.delegations }),
    webhook: resource(api.webhooks),
    purchase_order: resource(api.purchaseOrders, {
      amendments: api.purchaseOrders.amendments,
      versions: api.purchaseOrders.versions,
    }),
    goods_receipt: resource(api.goodsReceipts),
    invoice: resource(api.invoices),
    role,
    settings: single(async () => (await api.settings.get()).data.data),
    approval_workflow: single(workflows),
  },
  wait: 2,
  firstPause: 100,
});
