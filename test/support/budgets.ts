import type { Service } from './app';
import type { Client, Loose } from './client';
import { asOwner } from './purchase-orders';

/** Creates an active budget of the owner's department for 2026. By default 100,000.00 SAR. */
export async function aBudget(client: Client, fields: Readonly<Record<string, unknown>> = {}): Promise<Loose> {
  const { status = 'active', ...body } = fields;
  const department = body['department_id'] ?? (await client.get('/users/me')).department.id;
  const draft = await client.post(
    '/budgets',
    { name: 'General 2026', allocated_amount: 100_000, department_id: department, fiscal_year: 2026, ...body },
    201,
  );
  if (status === 'draft') return draft;
  const active = await client.put(`/budgets/${draft.id}`, { status: 'active' }, 200);
  return status === 'active' ? active : client.put(`/budgets/${draft.id}`, { status }, 200);
}

/** Creates a department with no other charges. */
export async function aDepartment(client: Client, code: string): Promise<number> {
  return (await client.post('/departments', { name: `Department ${code}`, code }, 201)).id;
}

/** Data of the threshold events of a budget, oldest first. */
export async function thresholdEvents(service: Service, budgetId: number): Promise<Loose[]> {
  const rows = await asOwner<{ body: string }>(
    service,
    `SELECT body FROM events WHERE tenant_id = $1 AND name = 'budget.threshold_reached' ORDER BY id`,
    [service.tenant.tenant.id],
  );
  return rows.map(({ body }) => JSON.parse(body).data).filter((data) => data.budget_id === budgetId);
}
