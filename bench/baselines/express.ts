/**
 * The same work in the usual style: Express, a connection pool, and sequential prepared statements. Rows are parsed to
 * objects and sent with `res.json`. No row level security either.
 */
import express, { type NextFunction, type Request, type Response } from 'express';
import { randomUUID } from 'node:crypto';
import { Pool, types } from 'pg';
import { type Caller, Gate } from './gate';
import { created, createdEvent, isOrderBody, type OrderBody, pageOf, PER_PAGE, price } from './order';
import * as sql from './statements';

types.setTypeParser(types.builtins.INT8, Number);

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const gate = new Gate(pool, process.env['REDIS_URL'] ?? '');
const app = express();

const callerOf = (response: Response): Caller => response.locals['caller'] as Caller;

app.get('/ready', (_request, response) => void response.send('ready'));
app.use(express.json({ limit: '1mb' }));
app.use(async (request: Request, response: Response, next: NextFunction) => {
  const passed = await gate.pass(request.headers.authorization);
  if (!passed) return void response.status(401).json({ error: { code: 'UNAUTHENTICATED' } });
  response.set(passed.headers);
  response.locals['caller'] = passed.caller;
  next();
});

app.get('/v1/purchase-orders/:id', async (request, response) => {
  const { tenantId } = callerOf(response);
  const { rows } = await pool.query<{ data: object; version: number }>({
    name: 'get',
    text: sql.GET_ORDER,
    values: [tenantId, Number(request.params.id)],
  });
  const [row] = rows;
  if (!row) return void response.status(404).json({ error: { code: 'NOT_FOUND' } });
  response.set('ETag', `"${row.version}"`).json({ data: row.data, meta: { timestamp: new Date().toISOString() } });
});

app.get('/v1/purchase-orders', async (request, response) => {
  const { tenantId } = callerOf(response);
  const [page, counted] = await Promise.all([
    pool.query<{ data: object[] | null }>({ name: 'list', text: sql.LIST_ORDERS, values: [tenantId, PER_PAGE] }),
    pool.query<{ total: number }>({ name: 'count', text: sql.COUNT_ORDERS, values: [tenantId] }),
  ]);
  const data = page.rows[0]?.data ?? [];
  response.json({ data, ...pageOf(counted.rows[0]?.total ?? 0, request.host) });
});

app.post('/v1/purchase-orders', async (request, response) => {
  const body: unknown = request.body;
  if (!isOrderBody(body)) return void response.status(422).json({ error: { code: 'VALIDATION_ERROR' } });
  const answer = await create(callerOf(response), body);
  if (!answer) return void response.status(422).json({ error: { code: 'VALIDATION_ERROR' } });
  response
    .status(201)
    .set('ETag', '"1"')
    .json({ data: answer, meta: { timestamp: new Date().toISOString() } });
});

interface Row {
  readonly id: number;
  readonly value: number;
  readonly vendor_status: string | null;
  readonly department_usable: boolean;
}

/** @returns undefined when the vendor or the department cannot be used */
async function create(caller: Caller, body: OrderBody): Promise<object | undefined> {
  const { tenantId, userId, userName, tokenId } = caller;
  const order = price(body);
  const at = new Date();
  const client = await pool.connect();
  const query = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await client.query<Row>({ name, text, values })).rows;
  try {
    // In a separate transaction, so that creates of one tenant do not wait for each other.
    const [number] = await query('number', sql.NUMBER, [tenantId, at.getUTCFullYear()]);
    const poNumber = `PO-${at.getUTCFullYear()}-${String(number?.value).padStart(6, '0')}`;
    await client.query('BEGIN');
    const [found] = await query('references', sql.REFERENCES, [tenantId, body.vendor_id, body.department_id]);
    if (found?.vendor_status !== 'active' || !found.department_usable) {
      await client.query('ROLLBACK');
      return undefined;
    }
    const head = [tenantId, poNumber, body.vendor_id, body.department_id, userId, body.notes];
    const [made] = await query('order', sql.INSERT_ORDER, [...head, order.subtotal, order.vat, order.total, at]);
    const id = made?.id ?? 0;
    const items = await query('lines', sql.INSERT_LINES, [tenantId, id, JSON.stringify(order.lines)]);
    await query('audit', sql.INSERT_AUDIT, [tenantId, at, userId, userName, tokenId, id]);
    const eventId = randomUUID();
    const event = createdEvent(tenantId, eventId, body, order.total, at, { id, poNumber });
    const [written] = await query('event', sql.INSERT_EVENT, [tenantId, eventId, event, at]);
    await query('deliveries', sql.INSERT_DELIVERIES, [tenantId, written?.id, at]);
    await client.query('COMMIT');
    return created(body, order, { id, poNumber, itemIds: items.map((item) => item.id), at });
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

app.listen(Number(process.env['PORT']), process.env['HOST'] ?? '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
