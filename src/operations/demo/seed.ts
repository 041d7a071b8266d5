import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '../../common/clock';
import {
  BANK_ACCOUNTS,
  BANK_ACCOUNTS_BY,
  BLOCKED_VENDOR,
  DEPARTMENTS,
  ORDERS,
  OrderFixture,
  PEOPLE,
  PROJECTS,
  VENDORS,
} from './fixtures';

/** Calls the service's API as a user. @throws Error on any error response */
export type Api = <Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Data>;

/** Serves the API on a free port of the loopback address. */
export async function listenToItself(app: NestExpressApplication): Promise<(token: string) => Api> {
  await app.init();
  const server = app.getHttpServer() as Server;
  if (!server.listening) {
    // Exclusive, so that in a cluster only this process listens.
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
  }
  const { port } = server.address() as AddressInfo;
  return (token) => ownApi(`http://127.0.0.1:${port}/v1`, token);
}

/** Pause before a retry after the plan's rate limit, milliseconds. */
const PAUSE_MILLISECONDS = 1_000;

function ownApi(address: string, token: string): Api {
  return async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    for (;;) {
      const response = await fetch(address + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const answer = (await response.json()) as { data: Data };
      if (response.ok) return answer.data;
      const wait = response.status === 429 ? Number(response.headers.get('retry-after')) : NaN;
      if (!(wait <= 60)) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
      await sleep(Math.min(wait * 1000, PAUSE_MILLISECONDS));
    }
  };
}

/** Executes `work` as another user of the tenant. */
export type ActAs = (email: string, work: (api: Api) => Promise<void>) => Promise<void>;

export interface Ided {
  readonly id: number;
}

export interface CreatedOrder extends Ided {
  readonly items: readonly (Ided & OrderFixture['items'][number])[];
}

type Codes = ReadonlyMap<string, number>;

/** Fills a new tenant through the API, so that every record has the events, audit entries and amounts of a real one. */
export async function seed(api: Api, today: string, actAs: ActAs): Promise<void> {
  const departments = await createDepartments(api);
  const projects = await createProjects(api, departments);
  for (const { code, ...person } of PEOPLE) await enterPerson(api, person, departments.get(code));
  const vendors: number[] = [];
  for (const vendor of VENDORS) vendors.push((await api<Ided>('POST', '/vendors', vendor)).id);
  await enterBankDetails(api, actAs, vendors);
  const blocked = await api<Ided>('POST', '/vendors', BLOCKED_VENDOR);
  await api('POST', `/vendors/${blocked.id}/block`, { reason: 'Two deliveries never arrived' });
  await createBudgets(api, departments, today);
  for (const order of ORDERS) await createOrder(api, order, { departments, projects, vendors }, today);
}

/** Sara enters the details, and the owner verifies all except those marked as waiting. */
async function enterBankDetails(api: Api, actAs: ActAs, vendors: readonly number[]): Promise<void> {
  for (const { vendor, waits, ...details } of BANK_ACCOUNTS) {
    const path = `/vendors/${vendors[vendor]}/bank-accounts`;
    await actAs(BANK_ACCOUNTS_BY, async (colleague) => {
      const { id } = await colleague<Ided>('POST', path, details);
      if (!waits) await api('POST', `${path}/${id}/verify`);
    });
  }
}

async function createDepartments(api: Api): Promise<Codes> {
  const existing = await api<(Ided & { code: string })[]>('GET', '/departments');
  const codes = new Map(existing.map(({ id, code }) => [code, id]));
  for (const department of DEPARTMENTS)
    codes.set(department.code, (await api<Ided>('POST', '/departments', department)).id);
  return codes;
}

async function createProjects(api: Api, departments: Codes): Promise<Codes> {
  const codes = new Map<string, number>();
  for (const project of PROJECTS) {
    const department_id = departments.get('PRJ');
    codes.set(project.code, (await api<Ided>('POST', '/projects', { ...project, department_id })).id);
  }
  return codes;
}

type Person = Pick<(typeof PEOPLE)[number], 'name_en' | 'name_ar' | 'email' | 'role'>;

/** A sandbox retains users because of their tokens; their fields are reset. */
export async function enterPerson(api: Api, person: Person, department_id: number | undefined): Promise<void> {
  const found = await api<(Ided & { email: string })[]>('GET', `/users?search=${encodeURIComponent(person.email)}`);
  const kept = found.find(({ email }) => email.toLowerCase() === person.email);
  const fields = { ...person, department_id };
  const { id } = await (kept ? api<Ided>('PUT', `/users/${kept.id}`, fields) : api<Ided>('POST', '/users', fields));
  await api('POST', `/users/${id}/activate`);
  if (person.role === 'department_head') await api('PUT', `/departments/${department_id}`, { head_user_id: id });
}

async function createBudgets(api: Api, departments: Codes, today: string): Promise<void> {
  const year = Number(today.slice(0, 4));
  const of = (code: string) => departments.get(code);
  await createBudget(api, { name: 'Projects', year, amount: 400_000, department: of('PRJ') }, 'active');
  await createBudget(api, { name: 'Information technology', year, amount: 150_000, department: of('IT') }, 'active');
  await createBudget(api, { name: 'Facilities', year, amount: 60_000, department: of('FAC') }, 'active');
  // The closed budget of last year, whose open orders can be carried forward.
  const past = { name: 'Projects', year: year - 1, amount: 350_000, department: of('PRJ') };
  await createBudget(api, past, 'active', 'closed');
}

interface Budget {
  readonly name: string;
  readonly year: number;
  readonly amount: number;
  readonly department: number | undefined;
}

export async function createBudget(api: Api, budget: Budget, ...statuses: readonly string[]): Promise<void> {
  const { name, year, amount, department } = budget;
  const { id } = await api<Ided>('POST', '/budgets', {
    name: `${name} ${year}`,
    allocated_amount: amount,
    department_id: department,
    fiscal_year: year,
    currency: 'SAR',
  });
  for (const status of statuses) await api('PUT', `/budgets/${id}`, { status });
}

interface World {
  readonly departments: Codes;
  readonly projects: Codes;
  readonly vendors: readonly number[];
}

async function createOrder(api: Api, fixture: OrderFixture, world: World, today: string): Promise<void> {
  const { stage, vendor, department, project, amendment, ...rest } = fixture;
  const order = await api<CreatedOrder>('POST', '/purchase-orders', {
    ...rest,
    vendor_id: world.vendors[vendor],
    department_id: world.departments.get(department),
    ...(project ? { project_id: world.projects.get(project) } : {}),
    delivery_address: 'Gate 2, Al Malqa, Riyadh',
    expected_delivery_date: addDays(today, 14),
  });
  const act = (action: string, body: object = {}): Promise<unknown> =>
    api('POST', `/purchase-orders/${order.id}/${action}`, body);
  if (stage === 'draft') return;
  if (stage === 'cancelled') {
    await act('cancel', { reason: 'Ordered twice by mistake' });
    return;
  }
  await act('submit');
  if (stage === 'pending') return;
  if (stage === 'rejected') {
    await act('reject', { reason: 'Three quotations are needed from 15,000 on' });
    return;
  }
  await act('approve', { comments: 'As agreed' });
  if (stage !== 'approved') await receiveAndBill(api, order, fixture, today);
  if (amendment === undefined) return;
  const { reason, quantity } = amendment;
  await act('amendments', { reason, items: [{ id: order.items[0]?.id, quantity }] });
}

/** Receives half of a `received` order and all of others, and bills it as far as the stage requires. */
async function receiveAndBill(api: Api, order: CreatedOrder, { stage }: OrderFixture, today: string): Promise<void> {
  const share = stage === 'received' ? 0.5 : 1;
  await receive(api, order, `DN-${order.id}`, share);
  const invoice = await enterInvoice(api, order, `V-${1000 + order.id}`, today, share);
  if (stage === 'billed') return;
  await api('POST', `/invoices/${invoice.id}/submit`);
  if (stage === 'received') return;
  await api('POST', `/invoices/${invoice.id}/approve`, { comments: 'Matched' });
  if (stage === 'payable') return;
  await pay(api, invoice, `PAY-${order.id}`);
}

export async function receive(
  api: Api,
  { id: orderId, items }: CreatedOrder,
  delivery_note_number: string,
  share = 1,
): Promise<void> {
  const lines = items.map(({ id, quantity }) => ({ item_id: id, quantity_received: quantity * share }));
  await api('POST', `/purchase-orders/${orderId}/goods-receipts`, { delivery_note_number, lines });
}

export interface CreatedInvoice extends Ided {
  readonly total: number;
}

export function enterInvoice(
  api: Api,
  order: CreatedOrder,
  invoice_number: string,
  today: string,
  share = 1,
): Promise<CreatedInvoice> {
  const line_items = order.items.map(({ id, description, quantity, unit, unit_price, vat_rate }) => ({
    ...{ po_line_id: id, description, quantity: quantity * share, unit, unit_price, vat_rate },
  }));
  return api('POST', '/invoices', { po_id: order.id, invoice_number, invoice_date: today, line_items });
}

export async function pay(api: Api, { id, total }: CreatedInvoice, reference: string): Promise<void> {
  await api('POST', `/invoices/${id}/payments`, { amount: total, method: 'bank_transfer', reference });
}
