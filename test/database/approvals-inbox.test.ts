import fc from 'fast-check';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { aDepartment } from '../support/budgets';
import { anApproved, asOwner, aSubmitted, aVendor, colleague, settings } from '../support/purchase-orders';
import { statementsOf } from '../support/statements';

const ROLES = ['admin', 'procurement_manager', 'department_head', 'finance_manager', 'requester'] as const;
const PEOPLE = 7;

/** Random users, a workflow, pending documents, and later changes. */
const world = fc.record({
  people: fc.array(fc.record({ role: fc.constantFrom(...ROLES), department: fc.nat(1) }), {
    minLength: PEOPLE,
    maxLength: PEOPLE,
  }),
  heads: fc.array(fc.option(fc.nat(PEOPLE - 1)), { minLength: 2, maxLength: 2 }),
  steps: fc.array(
    fc.record({
      role: fc.option(fc.constantFrom(...ROLES)),
      users: fc.uniqueArray(fc.nat(PEOPLE - 1), { minLength: 1, maxLength: 3 }),
      mode: fc.constantFrom('any', 'all'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  orders: fc.array(fc.record({ by: fc.nat(PEOPLE - 1), department: fc.nat(1), amended: fc.boolean() }), {
    minLength: 2,
    maxLength: 4,
  }),
  invoices: fc.array(fc.record({ by: fc.nat(PEOPLE - 1), department: fc.nat(1), steps: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  approvers: fc.uniqueArray(fc.constantFrom(...ROLES), { minLength: 1, maxLength: 3 }),
  withoutOrder: fc.constantFrom('admin', 'allow'),
  delegations: fc.array(fc.record({ from: fc.nat(PEOPLE - 1), to: fc.nat(PEOPLE - 1), days: fc.nat(3) }), {
    maxLength: 4,
  }),
  deciders: fc.array(fc.nat(PEOPLE - 1), { maxLength: 5 }),
  leaves: fc.option(fc.nat(PEOPLE - 1)),
  moves: fc.option(fc.record({ who: fc.nat(PEOPLE - 1), role: fc.constantFrom(...ROLES) })),
  prevent: fc.boolean(),
  distinct: fc.boolean(),
});

describe('Pending approvals of each user', () => {
  const clock = storyClock();
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(async () => service.stop());

  it('are exactly the documents that list the user as a pending approver, in every tenant', async () => {
    const found = { purchase_order: 0, amendment: 0, invoice: 0 };
    let worlds = 0;
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        worlds += 1;
        clock.advance(60_000);
        const admin = service.client();
        await settings(service, { prevent_self_approval: false, require_distinct_approvers: false });
        // Cancels the pending documents of the previous case, so that lists stay short.
        for (const { id } of await admin.get('/purchase-orders', 200, { status: 'pending_approval', per_page: 100 })) {
          await admin.post(`/purchase-orders/${id}/cancel`, { reason: 'Next world' }, 200);
        }
        for (const one of await admin.get('/approvals', 200, { type: 'amendment', per_page: 100 })) {
          const path = `/purchase-orders/${one.purchase_order_id}/amendments/${one.id}/cancel`;
          await admin.post(path, { reason: 'Next world' }, 200);
        }
        for (const { id } of await admin.get('/approvals', 200, { type: 'invoice', per_page: 100 })) {
          await admin.post(`/invoices/${id}/reject`, { reason: 'Next world' }, 200);
        }
        const departments = [await aDepartment(admin, `X${worlds}`), await aDepartment(admin, `Y${worlds}`)];
        const people: { id: number; client: Client }[] = [];
        for (const { role, department } of drawn.people) {
          people.push(await colleague(service, role, { departmentId: departments[department] ?? null }));
        }
        const person = (index: number) => people[index] as { id: number; client: Client };
        for (const [index, head] of drawn.heads.entries()) {
          if (head !== null)
            await admin.put(`/departments/${departments[index]}`, { head_user_id: person(head).id }, 200);
        }
        const { id: vendorId } = await aVendor(admin);
        await admin.put('/approval-workflows/purchase-orders', { rules: [] }, 200);
        const made: { id: number; items: Loose[]; department: number; amended: boolean; by: number }[] = [];
        for (const { by, department, amended } of drawn.orders) {
          if (!amended) continue;
          const order = await anApproved(admin, vendorId, { department_id: departments[department] });
          made.push({ ...(order as { id: number; items: Loose[] }), department, amended, by });
        }
        const rule = {
          when: {},
          steps: drawn.steps.map(({ role, users, mode }) => ({
            min_amount: 0,
            mode,
            ...(role === null ? { user_ids: users.map((index) => person(index).id) } : { role }),
          })),
        };
        await admin.put('/approval-workflows/purchase-orders', { rules: [rule] }, 200);
        await settings(service, { prevent_self_approval: drawn.prevent, require_distinct_approvers: drawn.distinct });
        await settings(service, { invoices_without_po: drawn.withoutOrder });
        // All users create documents. The roles that approve invoices are drawn.
        for (const role of ROLES.filter((one) => one !== 'admin')) {
          const approves = drawn.approvers.includes(role) ? ['invoices.approve'] : [];
          await admin.put(`/roles/${role}`, { permissions: ['orders.write', 'invoices.write', ...approves] }, 200);
        }

        const documents: string[] = [];
        for (const { by, department, amended } of drawn.orders) {
          if (amended) continue;
          const { id } = await aSubmitted(person(by).client, vendorId, { department_id: departments[department] });
          documents.push(`/purchase-orders/${id}`);
        }
        for (const { id, items, by } of made) {
          const change = { reason: 'More', items: [{ id: items[0].id, quantity: 20 }] };
          const amendment = await person(by).client.post(`/purchase-orders/${id}/amendments`, change, 201);
          documents.push(`/purchase-orders/${id}/amendments/${amendment.id}`);
        }
        for (const [index, { by, department, steps }] of drawn.invoices.entries()) {
          await admin.put('/approval-workflows/invoices', { rules: steps ? [rule] : [] }, 200);
          const body = {
            vendor_id: vendorId,
            department_id: departments[department],
            invoice_number: `W${worlds}-${index}`,
            invoice_date: '2026-03-01',
            line_items: [{ description: 'Taxi', quantity: 1, unit_price: 60, vat_rate: 0 }],
          };
          const { id } = await person(by).client.post('/invoices', body, 201);
          await person(by).client.post(`/invoices/${id}/submit`, undefined, 200);
          documents.push(`/invoices/${id}`);
        }
        for (const { from, to, days } of drawn.delegations) {
          if (from === to) continue;
          const dates = { from: '2026-03-09', to: `2026-03-${10 + days}` };
          const body = { delegate_id: person(to).id, ...dates };
          // A viewer and an auditor cannot be delegates.
          const isReader = ['viewer', 'auditor'].includes(drawn.people[to]?.role ?? '');
          await admin.post(`/users/${person(from).id}/delegations`, body, isReader ? 422 : 201);
        }
        for (const [index, who] of drawn.deciders.entries()) {
          const path = documents[index % documents.length];
          await person(who).client.raw('POST', `${path}/approve`, JSON.stringify({}));
        }
        const gone = drawn.leaves === null ? undefined : person(drawn.leaves).id;
        if (gone !== undefined) await admin.delete(`/users/${gone}`, 200);
        if (drawn.moves && person(drawn.moves.who).id !== gone) {
          // A change that only the database owner can make: it leaves the tokens unchanged.
          await asOwner(service, 'UPDATE users SET role = $2 WHERE id = $1', [
            person(drawn.moves.who).id,
            drawn.moves.role,
          ]);
        }

        const named = new Map<number, string[]>();
        const waiting: string[] = [];
        for (const path of documents) {
          const { pending_approvers: approvers, id } = await admin.get(path);
          const kind = path.includes('invoices')
            ? 'invoice'
            : path.includes('amendments')
              ? 'amendment'
              : 'purchase_order';
          const key = `${kind} ${id}`;
          if (approvers.length > 0) waiting.push(key);
          for (const approver of approvers) named.set(approver.id, [...(named.get(approver.id) ?? []), key]);
          found[kind] += approvers.length;
        }
        const key = ({ type, id }: Loose): string => `${type} ${id}`;
        const owner = (await admin.get('/users/me')).id;
        const readers = [{ id: owner, client: admin }, ...people.filter(({ id }) => id !== gone)];
        for (const { id, client } of readers) {
          const list: Loose[] = await client.get('/approvals', 200, { mine: true, per_page: 100 });
          expect(list.map(key).sort()).toEqual([...(named.get(id) ?? [])].sort());
          for (const one of list) {
            expect(one.why).not.toBeNull();
            expect(one.why.reason).not.toBe('admin');
            expect(one.pending_approvers.map((each: Loose) => each.id)).toContain(id);
          }
        }
        const all: Loose[] = await admin.get('/approvals', 200, { per_page: 100 });
        expect(
          all
            .filter(({ pending_approvers }) => pending_approvers.length > 0)
            .map(key)
            .sort(),
        ).toEqual(waiting.sort());
        for (const one of all) {
          const ids = one.pending_approvers.map((each: Loose) => each.id);
          for (const id of ids) expect(named.get(id)).toContain(key(one));
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
    expect(Math.min(...Object.values(found))).toBeGreaterThan(0);
  });

  // Must be last: no periodic work runs afterwards. It writes the refused requests of the test above to the audit log.
  it('need the same number of statements for any number of pending documents', async () => {
    await service.app.get(Periodic).stop();
    const admin = service.client();
    const count = async (): Promise<number[]> => [
      (await statementsOf(() => admin.get('/approvals', 200, { mine: true, per_page: 100 }))).length,
      (await statementsOf(() => admin.get('/approvals', 200, { per_page: 100 }))).length,
    ];
    const { id: vendorId } = await aVendor(admin);
    // The warnings of each kind are one statement: an order is pending before and after.
    await aSubmitted(admin, vendorId);
    const before = await count();
    for (let index = 0; index < 5; index++) await aSubmitted(admin, vendorId);
    expect(await count()).toEqual(before);
  });
});
