import type { Form } from '../../src/platform/http';
import { type Service, startApp, storyClock } from '../support/app';
import { aBudget } from '../support/budgets';
import type { Loose } from '../support/client';
import { documentOf } from '../support/documented';
import { anOrderOf, approved, receive, submitted } from '../support/invoices';
import { aDraft, aSubmitted, aVendor } from '../support/purchase-orders';
import { until } from '../support/until';
import { FORMS, runsIn } from '../support/sampled';

const PER_PAGE = 2;
/** Minimum number of rows in every list, so page 2 is full and a third page follows. */
const LEAST = 5;

/** Key of a row, and a filter that leaves at most a hundred rows. */
interface List {
  readonly row?: (row: Loose) => number | string;
  readonly query?: Readonly<Record<string, string>>;
}

const byId: Required<Pick<List, 'row'>> = { row: ({ id }) => id };

/** Every path of the documents with `per_page`. `{id}` is replaced with a record of this test. */
const LISTS: Readonly<Record<string, List>> = {
  '/tokens': byId,
  '/departments': byId,
  '/projects': byId,
  '/vendors': byId,
  '/roles': byId,
  '/users': byId,
  '/users/{id}/delegations': byId,
  '/purchase-orders': byId,
  '/purchase-orders/{id}/amendments': byId,
  '/purchase-orders/{id}/versions': { row: ({ version }) => version },
  '/purchase-orders/{id}/goods-receipts': byId,
  '/vendors/{id}/purchase-orders': byId,
  '/goods-receipts': byId,
  '/invoices': byId,
  '/invoices/exceptions': byId,
  '/credit-notes': byId,
  '/budgets': byId,
  '/budgets/{id}/movements': byId,
  '/reports/vendor-performance': { row: ({ vendor_id: id }) => id },
  '/approvals': { row: ({ type, id }) => `${type} ${id}` },
  '/vendors/{id}/bank-accounts': byId,
  '/audit-log': { ...byId, query: { entity_type: 'department' } },
  '/webhooks': byId,
  '/webhooks/{id}/deliveries': byId,
  '/webhooks/event-types': { row: ({ name }) => name },
  '/exports': byId,
  '/imports': byId,
  '/imports/{id}/errors': { row: ({ line }) => line },
};

describe('pages of every list', () => {
  let service: Service;
  const clock = storyClock();
  const ids: Record<string, number> = {};
  const admin = () => service.client();
  const five = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: LEAST }, (_, index) => make(index)));

  beforeAll(async () => {
    // The clock does not move: all rows have the same time, so only the second sort column orders them.
    service = await startApp({ works: true, clock });
    const me = await admin().get('/users/me');
    ids['users'] = me.id;
    const hook = (index: number) => ({
      name: `W${index}`,
      url: 'https://127.0.0.1:8443/in',
      events: ['vendor.created'],
    });
    const [webhook] = await five((index) => admin().post('/webhooks', hook(index), 201));
    ids['webhooks'] = webhook.id;
    await five((index) => admin().post('/tokens', { name: `T${index}`, abilities: ['read'] }, 201));
    await five((index) => admin().post('/departments', { name: `D${index}`, code: `D${index}` }, 201));
    await five((index) => admin().post('/projects', { name: `P${index}`, code: `P${index}` }, 201));
    const people = await five(async (index) => {
      const user = await admin().post(
        '/users',
        { name_en: `U${index}`, email: `u${index}@people.example`, role: 'requester' },
        201,
      );
      return admin().post(`/users/${user.id}/activate`, undefined, 200);
    });
    for (const [index, { id }] of people.entries()) {
      const period = { from: `2027-0${index + 1}-01`, to: `2027-0${index + 1}-20` };
      await admin().post(`/users/${me.id}/delegations`, { delegate_id: id, ...period }, 201);
    }
    ids['budgets'] = (await aBudget(admin())).id;
    await five((index) => aBudget(admin(), { fiscal_year: 2027 + index, status: 'draft' }));
    const [vendor] = await five((index) => aVendor(admin(), { name: `V${index}` }));
    if (!vendor) throw new Error('there are vendors');
    ids['vendors'] = vendor.id;
    await five((_) => admin().post('/exports', { format: 'ndjson', resources: ['roles'] }, 202));
    const nameless = `external_id,name\r\n${'ERP-V-1,\r\n'.repeat(LEAST)}`;
    const sent = { headers: { 'content-type': 'text/csv' } };
    const [imported] = await five((_) => admin().raw('POST', '/imports?resource=vendors', nameless, sent));
    ids['imports'] = imported?.body.data.id;
    await until(async () => (await admin().get(`/imports/${ids['imports']}`)).status === 'done');
    await until(async () => (await admin().get('/exports')).every(({ status }: Loose) => status === 'done'));
    const credited = await approved(admin(), await anOrderOf(service, vendor.id));
    for (let index = 0; index < LEAST; index += 1) {
      // Some notes share days and amounts.
      const note = { credit_note_number: `C${index}`, credit_date: `2026-03-1${index % 2}`, amount: 1 + (index % 3) };
      await admin().post(`/invoices/${credited.id}/credit-notes`, { ...note, reason: 'Rebate' }, 201);
    }
    const order = await anOrderOf(service, vendor.id);
    ids['purchase-orders'] = order.id;
    for (let index = 0; index < LEAST; index += 1) {
      await admin().post(`/purchase-orders/${order.id}/amendments`, { reason: 'Words', notes: `N${index}` }, 201);
      await receive(admin(), order, [1]);
      await submitted(admin(), order, [{ quantity: 1, unit_price: 500 }]);
      // Each order writes a budget movement.
      await anOrderOf(service, vendor.id);
      await aDraft(admin(), vendor.id);
      await aSubmitted(admin(), vendor.id);
      const account = { bank_name: 'Najd Bank', bank_account: `A-${index}` };
      await admin().post(`/vendors/${vendor.id}/bank-accounts`, account, 201);
    }
  });
  afterAll(() => service.stop());
  // Starts a new rate limit window.
  beforeEach(() => clock.advance(60_000));

  const pathOf = (list: string): string => list.replace('{id}', String(ids[list.split('/')[1] ?? '']));

  /** Reads the list by cursor, in every sort order. The rows must equal those of the pages, without a total. */
  const walkEach = async (list: string, form: Form, length: number, { row, query }: Required<List>): Promise<void> => {
    if (WITHOUT_CURSOR.includes(list)) return;
    const client = service.client({ form });
    for (const sort of sortsOf(form, list)) {
      for (const order of ['asc', 'desc']) {
        const paged = await client.call('GET', pathOf(list), 200, undefined, {
          query: { ...query, sort, order, per_page: 100 },
        });
        const walked: (number | string)[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const part = await client.call('GET', pathOf(list), 200, undefined, {
            query: { ...query, sort, order, per_page: Math.ceil(length / 3), cursor },
          });
          expect(Object.keys(part.body.meta).sort()).toEqual(['next_cursor', 'per_page']);
          walked.push(...part.body.data.map(row));
          cursor = part.body.meta.next_cursor as string | null;
          if (form === 'a') expect(linkedCursor(part.body.links)).toBe(cursor);
        }
        expect([sort, order, ...walked]).toEqual([sort, order, ...paged.body.data.map(row)]);
      }
    }
  };

  it.each(FORMS)('every list of Form %s accepts a cursor', (form) => {
    const walked = pagedPaths(form, 'cursor');
    expect(walked).toEqual(pagedPaths(form).filter((path) => !WITHOUT_CURSOR.includes(path)));
  });

  it.each(FORMS)('every list of Form %s is in the table of this test', (form) => {
    expect(pagedPaths(form)).toEqual(Object.keys(LISTS).sort());
  });

  describe.each(FORMS)('Form %s', (form) => {
    it.each(Object.entries(LISTS).filter(([list]) => runsIn(form, list)))(
      'equal the parts by cursor and the whole list: %s',
      async (list, { row = byId.row, query = {} }) => {
        const asked = async (more: Readonly<Record<string, string | number>>) => {
          const { body } = await service.client({ form }).call('GET', pathOf(list), 200, undefined, {
            query: { ...query, ...more },
          });
          const { rows, pagination: meta } = Array.isArray(body.data)
            ? { rows: body.data, pagination: body.meta }
            : body.data;
          return { rows: rows.map(row) as number[], meta };
        };
        const whole = await asked({ per_page: 100 });
        expect(whole.rows.length).toBeGreaterThanOrEqual(LEAST);
        expect(new Set(whole.rows).size).toBe(whole.rows.length);

        const second = await asked({ page: 2, per_page: PER_PAGE });
        expect(second.rows).toEqual(whole.rows.slice(2, 4));
        const last = Math.ceil(whole.rows.length / PER_PAGE);
        expect(second.meta).toMatchObject({ current_page: 2, last_page: last, total: whole.rows.length });

        const joined: number[] = [];
        for (let page = 1; page <= last; page += 1) joined.push(...(await asked({ page, per_page: PER_PAGE })).rows);
        expect(joined).toEqual(whole.rows);
        expect((await asked({ page: last + 1, per_page: PER_PAGE })).rows).toEqual([]);

        await walkEach(list, form, whole.rows.length, { row, query });

        const [up, down] = [
          await asked({ order: 'asc', per_page: 100 }),
          await asked({ order: 'desc', per_page: 100 }),
        ];
        expect(up.rows).toEqual([...down.rows].reverse());
      },
    );
  });
});

/** A report calculates its rows again for each page. */
const WITHOUT_CURSOR = ['/reports/vendor-performance'];

/** Paths of the document that return a list in pages. */
function pagedPaths(form: Form, parameter = 'per_page'): string[] {
  const { paths } = documentOf(form).openapi;
  return Object.entries(paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === parameter))
    .map(([path]) => path)
    .sort();
}

/** Fields by which the list can be sorted. */
function sortsOf(form: Form, list: string): string[] {
  const parameters = documentOf(form).openapi.paths[list]?.get?.parameters ?? [];
  const sort = parameters.find(({ name }) => name === 'sort')?.schema as { readonly enum: string[] };
  return sort.enum;
}

/** Cursor in the link to the next part, or null. */
function linkedCursor(links: Loose): string | null {
  expect(links).toMatchObject({ first: expect.stringContaining('cursor='), last: null, prev: null });
  return links.next === null ? null : new URL(links.next).searchParams.get('cursor');
}
