import { parse } from 'csv-parse/sync';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { aVendor } from '../support/purchase-orders';

const ACCOUNT = 'SA0380000000608010167519';
const CREATED = { entity_type: 'vendor', action: 'created' };

describe.each(['a', 'b'] as const)('GET /audit-log, Form %s', (form) => {
  const clock = storyClock();
  let service: Service;
  let admin: Client;
  let ids: number[];

  beforeAll(async () => {
    service = await startApp({ clock });
    admin = service.client({ form });
    ids = [];
    for (let vendor = 0; vendor < 7; vendor++) {
      const account = vendor === 0 ? { bank_account: ACCOUNT } : {};
      ids.push((await aVendor(admin, { name: `=SUM(1) ${vendor}`, ...account })).id);
      if (vendor % 3 === 2) clock.advance(1_000);
    }
  });
  afterAll(() => service.stop());

  const page = async (query: object): Promise<{ data: Loose[]; meta: Loose }> =>
    (await admin.call('GET', '/audit-log', 200, undefined, { query: query as never })).body;
  const file = async (accept: string, query = ''): Promise<string> => {
    const reply = await fetch(`${service.address}${form === 'a' ? '/v1' : '/api/v1'}/audit-log${query}`, {
      headers: { authorization: `Bearer ${service.tenant.token.token}`, accept },
    });
    expect([reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([200, accept]);
    return reply.text();
  };

  it('shows the values of a created record, with bank data masked', async () => {
    const { data: entries } = await page({ entity: `vendor:${ids[0]}`, order: 'asc' });
    const bank_account = { from: null, to: '****7519' };
    const bank_accounts = { [entries[1].details.bank_account_id]: { from: null, to: { bank_account: '****7519' } } };
    expect(entries).toMatchObject([
      { action: 'created', changes: { name: { from: null, to: '=SUM(1) 0' } } },
      { action: 'bank_account_added', changes: { bank_account, bank_accounts } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('SA0380000000');
  });

  it.each(['asc', 'desc'])('lists every entry once by cursor (%s) while new entries are written', async (order) => {
    const walked: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const part: { data: Loose[]; meta: Loose } = await page({ ...CREATED, order, per_page: 2, cursor });
      expect(Object.keys(part.meta).sort()).toEqual(['next_cursor', 'per_page']);
      walked.push(...part.data.map(({ entity_id }) => entity_id as number));
      cursor = part.meta.next_cursor as string | null;
      if (order === 'desc') await aVendor(admin, { name: 'Meanwhile' });
    }
    if (order === 'desc') expect(walked).toEqual([...ids].reverse());
    else expect(walked.slice(0, ids.length)).toEqual(ids);
    expect(new Set(walked).size).toBe(walked.length);
  });

  it('rejects a cursor of another order, an invalid cursor and an invalid entity', async () => {
    const { meta } = await page({ per_page: 1, cursor: '' });
    for (const query of [{ cursor: meta.next_cursor, order: 'asc' }, { cursor: 'x' }, { entity: 'vendor' }]) {
      const { body } = await admin.call('GET', '/audit-log', 400, undefined, { query });
      expect(body.error.code).toBe('BAD_REQUEST');
    }
  });

  it('exports all entries as NDJSON, each line equal to the entry in the list', async () => {
    const lines = (await file('application/x-ndjson', '?entity_type=vendor&order=asc&per_page=1'))
      .trimEnd()
      .split('\n');
    const { data } = await page({ entity_type: 'vendor', order: 'asc', per_page: 100 });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(data);
  });

  it('exports all entries as CSV with the changes as JSON', async () => {
    const text = await file('text/csv', '?entity_type=vendor&action=created&order=asc&per_page=1');
    const rows: Loose[] = parse(text, { columns: true });
    expect(rows.slice(0, ids.length).map(({ entity_id }) => Number(entity_id))).toEqual(ids);
    expect(JSON.parse(rows[0].changes)).toMatchObject({ name: { to: '=SUM(1) 0' } });
    expect(rows[0]).toMatchObject({ action: 'created', entity_type: 'vendor', details: '' });
  });

  it('requires the ability read', async () => {
    await admin.as(await service.mint(['write'])).get('/audit-log', 403);
  });
});
