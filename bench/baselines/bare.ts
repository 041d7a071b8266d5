/**
 * The minimum between a socket and PostgreSQL: node:http and a few pipelined connections with prepared statements.
 * PostgreSQL builds the JSON, which is passed on as text. There are no forms, almost no validation and no row level
 * security; only the measured work is done.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Client, Pool, types } from 'pg';
import { type Caller, Gate } from './gate';
import { created, createdEvent, isOrderBody, pageOf, PER_PAGE, price } from './order';
import { COUNT_ORDERS, CREATE_ORDER, GET_ORDER, LIST_ORDERS } from './statements';

// JSON from PostgreSQL is passed on unchanged.
types.setTypeParser(types.builtins.JSON, (text) => text);
types.setTypeParser(types.builtins.INT8, Number);

const CONNECTIONS = 8;

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });
const gate = new Gate(pool, process.env['REDIS_URL'] ?? '');
const clients: Client[] = [];
let turn = 0;

interface Row {
  readonly data: string;
  readonly version: number;
  readonly total: number;
  readonly id: number;
  readonly po_number: string;
  readonly item_ids: string;
}

async function rows(name: string, text: string, values: unknown[]): Promise<Row[]> {
  const client = clients[(turn = (turn + 1) % CONNECTIONS)];
  if (!client) throw new Error('Not connected yet');
  return (await client.query<Row>({ name, text, values })).rows;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly version?: number;
}

const NOT_FOUND: Answer = { status: 404, body: '{"error":{"code":"NOT_FOUND"}}' };

async function get(caller: Caller, id: number): Promise<Answer> {
  const [row] = await rows('get', GET_ORDER, [caller.tenantId, id]);
  if (!row) return NOT_FOUND;
  const body = `{"data":${row.data},"meta":{"timestamp":"${new Date().toISOString()}"}}`;
  return { status: 200, body, version: row.version };
}

async function list(caller: Caller, host: string): Promise<Answer> {
  const [[page], [counted]] = await Promise.all([
    rows('list', LIST_ORDERS, [caller.tenantId, PER_PAGE]),
    rows('count', COUNT_ORDERS, [caller.tenantId]),
  ]);
  const rest = JSON.stringify(pageOf(counted?.total ?? 0, host));
  const body = `{"data":${page?.data ?? '[]'},${rest.slice(1)}`;
  return { status: 200, body };
}

async function create(caller: Caller, json: string): Promise<Answer> {
  const body: unknown = JSON.parse(json);
  if (!isOrderBody(body)) return { status: 422, body: '{"error":{"code":"VALIDATION_ERROR"}}' };
  const order = price(body);
  const at = new Date();
  const eventId = randomUUID();
  const event = createdEvent(caller.tenantId, eventId, body, order.total, at, { id: '%ID%', poNumber: '%PO%' });
  const { tenantId, userId, userName, tokenId } = caller;
  const { subtotal, vat, total, lines } = order;
  const head = [tenantId, at.getUTCFullYear(), body.vendor_id, body.department_id, userId, body.notes];
  const [row] = await rows('create', CREATE_ORDER, [
    ...head,
    subtotal,
    vat,
    total,
    at,
    JSON.stringify(lines),
    userName,
    tokenId,
    eventId,
    event,
  ]);
  if (!row) return { status: 422, body: '{"error":{"code":"VALIDATION_ERROR"}}' };
  const itemIds = JSON.parse(row.item_ids) as number[];
  const answer = created(body, order, { id: row.id, poNumber: row.po_number, itemIds, at });
  return { status: 201, body: JSON.stringify({ data: answer, meta: { timestamp: at.toISOString() } }), version: 1 };
}

async function answer(request: IncomingMessage, caller: Caller): Promise<Answer> {
  const url = request.url ?? '';
  if (request.method === 'POST') return create(caller, await text(request));
  if (url.startsWith('/v1/purchase-orders/')) return get(caller, Number(url.slice(20)));
  return list(caller, request.headers.host ?? '');
}

function send(response: ServerResponse, { status, body, version }: Answer, limits: Readonly<Record<string, string>>) {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...limits,
    ...(version === undefined ? {} : { ETag: `"${version}"` }),
  });
  response.end(body);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/ready') {
    response.end('ready');
    return;
  }
  const passed = await gate.pass(request.headers.authorization);
  if (!passed) {
    send(response, { status: 401, body: '{"error":{"code":"UNAUTHENTICATED"}}' }, {});
    return;
  }
  send(response, await answer(request, passed.caller), passed.headers);
}

async function main(): Promise<void> {
  const pipelined = new Pool({
    connectionString: process.env['DATABASE_URL'],
    max: CONNECTIONS,
    pipeline: true,
  });
  for (let made = 0; made < CONNECTIONS; made += 1) clients.push(await pipelined.connect());
  createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  }).listen(Number(process.env['PORT']), process.env['HOST']);
}

void main();
process.on('SIGTERM', () => process.exit(0));
