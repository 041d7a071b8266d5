import { MemoryStore, connectFormA, follow, listAll, mirror } from 'procurement-client';

/**
 * A program with only the packed client: keeps a copy of a tenant's vendors and orders, and follows the feed in
 * parallel, until it is ended. Prints a line of JSON at the start and after each part: its copy, and the changes it
 * got. Arguments: address, token.
 */
const [baseUrl = '', token = ''] = process.argv.slice(2);
const api = connectFormA({ baseUrl, token, retry: { attempts: 1 } });

interface Kept {
  readonly id: number;
  readonly status: string;
}

const store = new MemoryStore<Kept>();
const told: string[] = [];
const print = (): void => {
  const [vendor, purchase_order] = ['vendor', 'purchase_order'].map((type) => [...store.records(type)]);
  process.stdout.write(`${JSON.stringify({ copy: { vendor, purchase_order }, told })}\n`);
};

const ask = (query: { after: string; limit: number; wait: number }, signal: AbortSignal) =>
  api.changes.list({ query, signal });
const orders = {
  get: async (id: number | null) => (await api.purchaseOrders.get({ path: { id: id ?? 0 } })).data.data,
  async *all() {
    for await (const { id } of listAll((part) => api.purchaseOrders.list({ query: { sort: 'id', ...part } })))
      yield [id, await orders.get(id)] as const;
  },
};
const vendors = {
  get: async (id: number | null) => (await api.vendors.get({ path: { id: id ?? 0 } })).data.data,
  async *all() {
    for await (const { id } of listAll((part) => api.vendors.list({ query: { sort: 'id', ...part } })))
      yield [id, await vendors.get(id)] as const;
  },
};

const { data: now } = await api.changes.list({ query: { after: 'now' } });
print();

async function followed() {
  for await (const { changes } of follow(ask, { after: now.meta.next_cursor, firstPause: 50 })) {
    told.push(...changes.map(({ event, resource }) => `${event} ${resource.id}`));
    if (changes.length > 0) print();
  }
}
const kept = mirror<Kept>({
  ask,
  store,
  resources: { vendor: vendors, purchase_order: orders },
  onKept: print,
  firstPause: 50,
});
await Promise.all([followed(), kept]);
