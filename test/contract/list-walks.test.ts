import fc from 'fast-check';
import type { Form } from '../../src/platform/http';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { documentOf } from '../support/documented';
import { aDraft, anApproved, aVendor } from '../support/purchase-orders';
import { FORMS, runsIn } from '../support/sampled';

const PATHS = ['/purchase-orders', '/vendors', '/departments'] as const;
type Path = (typeof PATHS)[number];
const STILL = 9;
const PER_PAGE = 4;

/** Reads lists while other requests write. Unchanged records must appear exactly once. */
describe('lists read by cursor', () => {
  let service: Service;
  const clock = storyClock();
  const still: Record<Path, number[]> = { '/purchase-orders': [], '/vendors': [], '/departments': [] };
  const moving: Record<Path, number[]> = { '/purchase-orders': [], '/vendors': [], '/departments': [] };
  /** Vendors and departments whose names change while orders are sorted by them. */
  const renamed: Record<'vendor' | 'department', number[]> = { vendor: [], department: [] };
  let names = 0;
  const admin = () => service.client();

  /** Creates a record, with or without its optional values. */
  const insert = async (path: Path): Promise<number> => {
    names += 1;
    const some = names % 2 === 0;
    const items = [{ description: 'Rebar', quantity: 1, unit_price: 100 * (1 + (names % 3)) }];
    if (path === '/purchase-orders') {
      const vendor = still['/vendors'][names % 3] ?? 0;
      const fields = { items, ...(some && { expected_delivery_date: `2026-04-0${1 + (names % 5)}` }) };
      return (await (names % 4 === 0 ? anApproved : aDraft)(admin(), vendor, fields)).id;
    }
    if (path === '/departments') {
      return (await admin().post(path, { name: `D${names % 4}`, code: `C${names}` }, 201)).id;
    }
    return (
      await aVendor(admin(), {
        name: `V${names % 4}`,
        ...(some && { email: `v${names}@najd.example`, category: 'steel' }),
      })
    ).id;
  };

  /** Adds six orders of a vendor and a department whose names change. */
  const addRenamed = async (name: string): Promise<void> => {
    const { id: vendor } = await aVendor(admin(), { name });
    const { id: department } = await admin().post('/departments', { name, code: name }, 201);
    for (let count = 0; count < 6; count += 1) await aDraft(admin(), vendor, { department_id: department });
    renamed.vendor.push(vendor);
    renamed.department.push(department);
  };

  beforeAll(async () => {
    service = await startApp({ clock });
    for (const path of ['/vendors', '/departments', '/purchase-orders'] as const) {
      for (let count = 0; count < STILL; count += 1) {
        still[path].push(await insert(path));
        if (count % 4 === 3) clock.advance(1_000);
      }
    }
    for (const name of ['D1', 'V1 5']) await addRenamed(name);
  });
  afterAll(() => service.stop());
  beforeEach(() => clock.advance(60_000));

  /** A random write to a record that the reads need not return. Orders that are no longer drafts stay. */
  const write = async (path: Path, draw: number): Promise<void> => {
    clock.advance(1);
    const ids = moving[path];
    const id = ids[draw % Math.max(1, ids.length)];
    if (id === undefined || draw % 3 === 0) return void ids.push(await insert(path));
    const there = path === '/purchase-orders' ? await admin().get(`${path}/${id}`) : undefined;
    if (there && there.status !== 'draft') return void (moving[path] = ids.filter((one) => one !== id));
    if (draw % 3 === 1 && path !== '/vendors') {
      await admin().delete(`${path}/${id}`);
      moving[path] = ids.filter((one) => one !== id);
    } else if (path === '/purchase-orders') {
      await admin().put(`${path}/${id}`, { expected_delivery_date: draw % 2 ? '2026-04-02' : null }, 200);
    } else {
      const email = draw % 2 ? `w${draw}@najd.example` : null;
      await admin().put(`${path}/${id}`, { name: `W${draw % 7}`, ...(path === '/vendors' && { email }) }, 200);
    }
  };

  /** Renames the vendor and department of the last order if allowed, otherwise random ones. */
  const renameOf = async (order: Loose, draw: number): Promise<void> => {
    for (const key of ['vendor', 'department'] as const) {
      const ids = renamed[key];
      const id = ids.find((one) => one === order?.[key].id) ?? ids[draw % ids.length];
      await admin().put(`/${key}s/${id}`, { name: `${'DHV'[draw % 3]}${draw % 5} ${draw}` }, 200);
    }
  };

  const part = (client: Client, path: string, query: Record<string, string | number>) =>
    client.call('GET', path, 200, undefined, { query });

  it.each(FORMS.flatMap((form) => PATHS.filter((path) => runsIn(form, path)).map((path) => [form, path] as const)))(
    'Form %s %s: contain unchanged records exactly once in every sort order while others are written',
    async (form, path) => {
      const walks = sortsOf(form, path).flatMap((sort) => [
        { sort, order: 'asc' },
        { sort, order: 'desc' },
      ]);
      const drawn = fc.sample(fc.array(fc.nat(1_000), { minLength: 10, maxLength: 10 }), {
        numRuns: walks.length,
        seed: 16,
      });
      for (const [index, walk] of walks.entries()) {
        clock.advance(60_000);
        // So small that the orders of one vendor need several parts.
        const perPage = path === '/purchase-orders' && /vendor|department/.test(walk.sort) ? 2 : PER_PAGE;
        // A limited number of writes: a list that grows during the read would not end.
        const draws = [...(drawn[index] ?? [])];
        const seen: number[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body } = await part(service.client({ form }), path, { ...walk, per_page: perPage, cursor });
          seen.push(...body.data.map(({ id }: Loose) => id));
          cursor = body.meta.next_cursor as string | null;
          const draw = draws.pop();
          if (draw === undefined) continue;
          await write(path, draw);
          if (path === '/purchase-orders') await renameOf(body.data.at(-1), draw);
        }
        const times = still[path].map((id) => seen.filter((one) => one === id).length);
        expect({ ...walk, times }).toEqual({ ...walk, times: times.map(() => 1) });
      }
    },
  );

  it.each(['asc', 'desc'])('contain all orders of a vendor that is renamed during the read (%s)', async (order) => {
    const { id } = await aVendor(admin(), { name: 'Middle' });
    const orders: number[] = [];
    const items = [{ description: 'Rebar', quantity: 1, unit_price: 100 }];
    for (let count = 0; count < 3; count += 1) orders.push((await aDraft(admin(), id, { items })).id);
    const query = { sort: 'vendor', order, vendor_id: id, per_page: 1 };
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await part(admin(), '/purchase-orders', { ...query, cursor });
      seen.push(...body.data.map((one: Loose) => one.id));
      cursor = body.meta.next_cursor as string | null;
      // Renamed to a position before the cursor.
      if (seen.length === 1) await admin().put(`/vendors/${id}`, { name: order === 'asc' ? 'Aaa' : 'Zzz' }, 200);
    }
    expect(seen.sort((one, other) => one - other)).toEqual(orders);
  });

  const RENAMINGS = (['vendor', 'department'] as const).flatMap((key) =>
    ['Aaa', 'Zzz'].flatMap((name) => [[key, name, 'asc'] as const, [key, name, 'desc'] as const]),
  );
  it.each(RENAMINGS)(
    'contain the orders of other records once after a rename of a %s to %s (%s)',
    async (key, name, order) => {
      const own = admin().as((await service.newTenant()).token.token);
      const [{ id: department }] = await own.get('/departments');
      const orders: number[] = [];
      const records: number[] = [];
      for (const [called, count] of [
        ['Bee', 2],
        ['Middle', 3],
        ['Nile', 2],
      ] as const) {
        const vendor = (await aVendor(own, { name: called })).id;
        const place =
          key === 'vendor' ? department : (await own.post('/departments', { name: called, code: called }, 201)).id;
        records.push(key === 'vendor' ? vendor : place);
        for (let one = 0; one < count; one += 1) orders.push((await aDraft(own, vendor, { department_id: place })).id);
      }
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await part(own, '/purchase-orders', { sort: key, order, per_page: 1, cursor });
        seen.push(...body.data.map(({ id }: Loose) => id));
        cursor = body.meta.next_cursor as string | null;
        // The cursor is at the first of the three orders in the middle.
        if (seen.length === 3) await own.put(`/${key}s/${records[1]}`, { name }, 200);
      }
      // Orders that move ahead of the cursor appear again.
      const again = (name === 'Zzz') === (order === 'asc') ? orders.slice(2, 5) : [];
      const inOrder = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);
      expect(inOrder(seen)).toEqual(inOrder([...orders, ...again]));
    },
  );

  describe.each(FORMS)('Form %s: a cursor is rejected', (form) => {
    const first = async (path: string, query: Record<string, string | number> = {}): Promise<string> =>
      (await part(service.client({ form }), path, { per_page: 1, cursor: '', ...query })).body.meta.next_cursor;
    const refused = async (client: Client, path: string, query: Record<string, string | number>, says: RegExp) => {
      const { body } = await client.call('GET', path, 400, undefined, { query });
      expect(body.error.code).toBe('BAD_REQUEST');
      const named = form === 'a' ? body.error.details : body.errors;
      expect(named.cursor).toEqual([expect.stringMatching(says)]);
    };
    const AGAIN = /Start with an empty cursor/;

    it('if it is invalid', async () => {
      const cursor = await first('/vendors');
      const client = service.client({ form });
      for (const broken of [cursor.slice(0, -3), `x${cursor.slice(1)}`, 'x', 'bnVsbA', '١٢', '%00'.repeat(9)]) {
        await refused(client, '/vendors', { cursor: broken }, AGAIN);
      }
      await client.call('GET', '/vendors', 400, undefined, { query: { cursor: 'x'.repeat(3_001) } });
    });

    it('for another tenant', async () => {
      const stranger = service.client({ form, token: (await service.newTenant()).token.token });
      await refused(stranger, '/vendors', { cursor: await first('/vendors') }, AGAIN);
    });

    it('for another list or another parent record', async () => {
      const client = service.client({ form });
      await refused(client, '/departments', { cursor: await first('/vendors') }, AGAIN);
      const [one, other] = still['/vendors'];
      const cursor = await first(`/vendors/${one}/purchase-orders`);
      await refused(client, `/vendors/${other}/purchase-orders`, { cursor }, AGAIN);
      await refused(client, '/purchase-orders', { cursor }, AGAIN);
    });

    it('with another filter, sort or order, but accepted with another page size', async () => {
      const client = service.client({ form });
      const cursor = await first('/vendors', { status: 'active' });
      for (const query of [{}, { status: 'inactive' }, { status: 'active', category: 'steel' }]) {
        await refused(client, '/vendors', { ...query, cursor }, AGAIN);
      }
      await refused(client, '/vendors', { status: 'active', sort: 'name', cursor }, AGAIN);
      await refused(client, '/vendors', { status: 'active', order: 'asc', cursor }, AGAIN);
      await part(client, '/vendors', { status: 'active', per_page: 50, cursor });
    });

    it('together with a page', async () => {
      const client = service.client({ form });
      await refused(client, '/vendors', { cursor: '', page: 1 }, /either page or cursor/);
      await refused(client, '/vendors', { cursor: await first('/vendors'), page: 2 }, /either page or cursor/);
    });
  });
});

/** Fields by which the list can be sorted. */
function sortsOf(form: Form, path: Path): string[] {
  const parameters = documentOf(form).openapi.paths[path]?.get?.parameters ?? [];
  const sort = parameters.find(({ name }) => name === 'sort')?.schema as { readonly enum: string[] };
  return sort.enum;
}
