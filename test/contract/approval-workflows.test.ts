import { type Service, startApp } from '../support/app';
import type { Client, Loose } from '../support/client';
import { awaitedLater } from '../support/awaited-later';
import { asOwner, aVendor, colleague } from '../support/purchase-orders';
import { until } from '../support/until';

const KINDS = ['purchase-orders', 'amendments', 'invoices'] as const;

describe.each(['a', 'b'] as const)('/approval-workflows/{kind}, Form %s', (form) => {
  let service: Service;
  let owner: Client;

  beforeAll(async () => {
    service = await startApp({ redis: false });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    owner = service.client({ form, token: (await service.newTenant()).token.token });
  });

  const path = (kind: string) => `/approval-workflows/${kind}`;
  const put = (kind: string, body: object, status = 200) => owner.call('PUT', path(kind), status, body);
  const faults = ({ body }: Loose): string[] => Object.keys(form === 'a' ? body.error.details : body.errors);
  const HEAD = { name: null, role: 'department_head', min_amount: 0, min_amounts: [], mode: 'any' };
  const FINANCE = { ...HEAD, role: 'finance_manager' };

  it('returns the defaults: department head for orders, inherited for amendments, none for invoices', async () => {
    expect(await owner.get(path('purchase-orders'))).toEqual({ rules: [{ when: {}, steps: [HEAD] }] });
    expect(await owner.get(path('amendments'))).toEqual({ rules: [{ when: {}, steps: [HEAD] }], inherited: true });
    expect(await owner.get(path('invoices'))).toEqual({ rules: [] });
  });

  it('inherits the order rules for amendments while rules are null, with versions that only increase', async () => {
    const versions: number[] = [];
    const look = async (): Promise<Loose> => {
      const { body, headers } = await owner.call('GET', path('amendments'), 200);
      versions.push(Number(/\d+/.exec(headers.get('etag') ?? '')?.[0]));
      return body.data;
    };
    const orders = async (role: string) => put('purchase-orders', { rules: [{ steps: [{ role }] }] });
    expect(await look()).toMatchObject({ inherited: true });
    await orders('finance_manager');
    expect(await look()).toEqual({ rules: [{ when: {}, steps: [FINANCE] }], inherited: true });
    expect((await put('amendments', { rules: [{ steps: [{ role: 'admin' }] }] })).body.data).toMatchObject({
      inherited: false,
      rules: [{ steps: [{ role: 'admin' }] }],
    });
    await look();
    await orders('department_head');
    expect(await owner.get(path('amendments'))).toMatchObject({
      inherited: false,
      rules: [{ steps: [{ role: 'admin' }] }],
    });
    expect((await put('amendments', { rules: null })).body.data).toEqual({
      rules: [{ when: {}, steps: [HEAD] }],
      inherited: true,
    });
    await look();
    await orders('finance_manager');
    await look();
    await put('amendments', { rules: [{ steps: [{ role: 'admin' }] }] });
    await look();
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });

  it('rejects null rules for orders and invoices', async () => {
    for (const kind of ['purchase-orders', 'invoices']) {
      expect(faults(await put(kind, { rules: null }, 422))).toEqual(['rules']);
    }
  });

  it('returns 412 for an outdated If-Match', async () => {
    for (const kind of KINDS) {
      const { headers } = await owner.call('GET', path(kind), 200);
      const options = { headers: { 'if-match': headers.get('etag') ?? '' } };
      const body = { rules: [{ steps: [{ role: 'finance_manager' }] }] };
      await owner.call('PUT', path(kind), 200, body, options);
      const { status } = await owner.raw('PUT', path(kind), JSON.stringify(body), options);
      expect(status).toBe(412);
    }
  });

  it('saves only one of two concurrent changes with the same If-Match', async () => {
    const { headers } = await owner.call('GET', path('invoices'), 200);
    const options = { headers: { 'if-match': headers.get('etag') ?? '' } };
    const body = JSON.stringify({ rules: [{ steps: [{ role: 'finance_manager' }] }] });
    const holder = await service.owner.connect();
    try {
      await holder.query('BEGIN');
      // Both requests run until they wait for this lock.
      await holder.query('LOCK TABLE approval_workflows IN SHARE MODE');
      const saved = awaitedLater([1, 2].map(() => owner.raw('PUT', path('invoices'), body, options)));
      await until(async () => {
        const waiting = await asOwner(
          service,
          `SELECT 1 FROM pg_locks
            WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return waiting.length >= 2;
      });
      await holder.query('COMMIT');
      const statuses = (await Promise.all(saved)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 412]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('accepts every condition and returns it in a form that can be sent back', async () => {
    const department = await owner.post('/departments', { name: 'Works', code: 'WRK' }, 201);
    const project = await owner.post('/projects', { name: 'Tower', code: 'TWR' }, 201);
    await aVendor(owner, { category: 'Cement' });
    const when = {
      project_id: project.id,
      department_id: department.id,
      vendor_category: 'cément',
      expense_type: 'CAPEX',
    };
    for (const kind of KINDS) {
      const rules = [{ when, steps: [HEAD] }];
      expect((await put(kind, { rules })).body.data.rules).toEqual(rules);
    }
    const rules = [
      { when: { without_order: true, ...when }, steps: [HEAD] },
      { when: { without_order: false }, steps: [FINANCE] },
    ];
    expect((await put('invoices', { rules })).body.data.rules).toEqual(rules);
    expect(
      (await put('invoices', { rules: await owner.get(path('invoices')).then((shown) => shown.rules) })).status,
    ).toBe(200);
  });

  it('returns 422 on the field of an unknown record, and on a condition that occurs twice', async () => {
    const when = { project_id: 999_999, department_id: 999_999, vendor_category: 'None such' };
    for (const kind of KINDS) {
      const rules = [{ when, steps: [{ user_ids: [999_999] }] }];
      expect(faults(await put(kind, { rules }, 422)).sort()).toEqual([
        'rules.0.steps.0.user_ids',
        'rules.0.when.department_id',
        'rules.0.when.project_id',
        'rules.0.when.vendor_category',
      ]);
      const twice = [HEAD, FINANCE].map((step) => ({ when: { expense_type: 'CAPEX' }, steps: [step] }));
      expect(faults(await put(kind, { rules: twice }, 422))).toEqual(['rules.1.when']);
    }
  });

  it('accepts the condition without_order only for invoices', async () => {
    for (const kind of ['purchase-orders', 'amendments']) {
      const rules = [{ when: { without_order: true }, steps: [HEAD] }];
      expect(faults(await put(kind, { rules }, 422))).toEqual(['rules.0.when.without_order']);
    }
  });

  it('allows every user to read and only admins to change', async () => {
    const client = (await colleague(service, 'finance_manager')).client.through(form);
    for (const kind of KINDS) {
      await client.get(path(kind));
      await client.call('PUT', path(kind), 403, { rules: [] });
    }
  });

  it('records the kind and the old and new rules in the audit log', async () => {
    await put('invoices', { rules: [{ steps: [{ role: 'finance_manager' }] }] });
    await put('amendments', { rules: [] });
    const entries = await owner.get('/audit-log', 200, { entity_type: 'approval_workflow' });
    expect(entries.map((entry: Loose) => entry.details)).toMatchObject([
      { kind: 'amendments', changes: { rules: { from: null, to: [] } } },
      {
        kind: 'invoices',
        changes: { rules: { from: [], to: [{ steps: [{ role: 'finance_manager' }] }] } },
      },
    ]);
  });
});
