import type { Client as Database } from 'pg';
import type { Ability } from '../../src/common/actor';
import { withClient } from '../../tools/servers/databases';
import type { Service } from './app';
import type { Client, Loose } from './client';

/** A user of the first tenant with a token. */
export interface Colleague {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** Form A. */
  readonly client: Client;
}

let people = 0;

/** Inserts an active user into the database, without the invitation process. */
export async function colleague(
  service: Service,
  role: string,
  {
    abilities = ['read', 'write', 'delete', 'approve'],
    departmentId = null,
    name,
  }: { abilities?: readonly Ability[]; departmentId?: number | null; name?: string } = {},
): Promise<Colleague> {
  people += 1;
  const email = `${role}-${people}@people.example`;
  const label = name ?? `${role} ${people}`;
  const [row] = await asOwner<{ id: string }>(
    service,
    `INSERT INTO users (tenant_id, name_en, email, role, department_id, status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'active', now(), now()) RETURNING id`,
    [service.tenant.tenant.id, label, email, role, departmentId],
  );
  const id = Number(row?.id);
  return { id, name: label, email, client: service.client({ token: await service.mint(abilities, email) }) };
}

/** Executes SQL as the owner of the database, for changes that no API client can make. */
export async function asOwner<Row extends object>(
  service: Service,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await service.owner.query<Row>(sql, values)).rows;
}

/** Runs `work` with the service's role and a tenant, by default the first, in a transaction that is rolled back. */
export async function asService<T>(
  { environment, tenant }: Service,
  work: (client: Database) => Promise<T>,
  tenantId: string = tenant.tenant.id,
): Promise<T> {
  return withClient(environment.DATABASE_URL, async (client) => {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('role', $1, true), set_config('app.tenant_id', $2, true)`, [
      environment.DATABASE_ROLE,
      tenantId,
    ]);
    const found = await work(client);
    await client.query('ROLLBACK');
    return found;
  });
}

/** Applies a change as the owner of the database, runs `look`, and reverts the change. */
export async function meanwhile<T>(service: Service, change: string, back: string, look: () => Promise<T>): Promise<T> {
  await asOwner(service, change);
  try {
    return await look();
  } finally {
    await asOwner(service, back);
  }
}

export async function settings(service: Service, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await asOwner(service, 'UPDATE tenants SET settings = settings || $2::jsonb WHERE id = $1', [
    service.tenant.tenant.id,
    JSON.stringify(changes),
  ]);
}

/** A line of 10 @ 25.50 with 15 % VAT: 255.00, 38.25, 293.25. */
export const PAPER = { description: 'A4 paper', quantity: 10, unit: 'box', unit_price: 25.5, vat_rate: 15 };

export async function aVendor(client: Client, fields: object = {}): Promise<{ id: number; name: string }> {
  return client.through('a').post('/vendors', { name: 'Najd Stationery', ...fields }, 201);
}

/** Creates a draft through Form A. */
export async function aDraft(client: Client, vendorId: number, fields: object = {}): Promise<Loose> {
  return client.through('a').post('/purchase-orders', { vendor_id: vendorId, items: [PAPER], ...fields }, 201);
}

export async function aSubmitted(client: Client, vendorId: number, fields: object = {}): Promise<Loose> {
  const draft = await aDraft(client, vendorId, fields);
  await client.through('a').post(`/purchase-orders/${draft.id}/submit`, undefined, 200);
  return draft;
}

/** Creates an approved order; the client must have `admin`. */
export async function anApproved(client: Client, vendorId: number, fields: object = {}): Promise<Loose> {
  const { id } = await aSubmitted(client, vendorId, fields);
  return approveAll(client, id);
}

/** Approves an order's steps, one after another, until it is no longer pending. */
export async function approveAll(client: Client, id: number): Promise<Loose> {
  for (let step = 0; step < 20; step++) {
    const order = await client.through('a').post(`/purchase-orders/${id}/approve`, {}, 200);
    if (order.status !== 'pending_approval') return order;
  }
  throw new Error('the order still waits after 20 approvals');
}
