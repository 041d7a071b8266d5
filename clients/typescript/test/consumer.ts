import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApiError,
  ConnectionError,
  PreconditionFailedError,
  RateLimitError,
  ValidationError,
  connectFormA,
  connectFormB,
  items,
  listAll,
  pages,
  parts,
  type ErrorCode,
} from 'procurement-client';
import type { CreatedOrderOut } from 'procurement-client/form-a';
import { fileAt } from 'procurement-client/files';
import {
  WebhookVerificationError,
  readWebhook,
  verifyServiceSignature,
  verifyWebhook,
} from 'procurement-client/webhooks';

/**
 * A program that has nothing but the packed client: it drives a service and prints what it saw as JSON.
 * Arguments: address, an admin token, a token of the smallest plan, the file of known webhook answers.
 */
const [baseUrl = '', token = '', smallToken = '', knownAnswers = ''] = process.argv.slice(2);

type Send = typeof fetch;

/** What a call is refused with. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused');
}

/** The real `fetch`, less the first answer: the service did what it was asked and nobody heard of it. */
function losingTheFirstAnswer(keys: (string | null)[]): Send {
  return async (request, init) => {
    keys.push((request as Request).headers.get('idempotency-key'));
    const response = await fetch(request, init);
    if (keys.length > 1) return response;
    await response.arrayBuffer();
    throw new TypeError('connection reset');
  };
}

/** The real `fetch` behind a gateway that turns the first requests away. */
function turnedAway(answers: Response[]): Send {
  return async (request, init) => answers.shift() ?? fetch(request, init);
}

const formA = connectFormA({ baseUrl, token });
const formB = connectFormB({ baseUrl: `${baseUrl}/`, token: () => Promise.resolve(token) });

async function story() {
  const { data: vendor } = await formA.vendors.create({ body: { name: 'Najd Steel', currency: 'SAR' } });
  const line = { description: 'Steel bars', quantity: 10, unit: 't', unit_price: 25.5, vat_rate: 15 };
  const created = await formA.purchaseOrders.create({ body: { vendor_id: vendor.data.id, items: [line] } });
  const order: CreatedOrderOut = created.data.data;
  await formA.purchaseOrders.submit({ path: { id: order.id } });
  const approved = await formB.purchaseOrders.approve({ path: { id: order.id }, body: { comments: 'As agreed' } });
  return {
    total: order.total_amount,
    approved: approved.data.data.status,
    totalInFormB: approved.data.data.total_inc_vat,
  };
}

async function lists() {
  for (let number = 1; number <= 7; number += 1) {
    await formA.departments.create({ body: { name: `Department ${number}`, code: `D${number}` } });
  }
  const codes: string[] = [];
  const ask = (page: { page: number; per_page: number }) =>
    formA.departments.list({ query: { sort: 'id', order: 'asc', ...page } });
  for await (const department of items(ask, 3)) codes.push(department.code);
  const sizes: number[] = [];
  for await (const page of pages((query) => formB.departments.list({ query }), 5)) sizes.push(page.data.length);
  return { codes, sizes };
}

async function cursors() {
  const ask = (part: { cursor: string; per_page: number }) =>
    formA.departments.list({ query: { sort: 'id', order: 'desc', ...part } });
  const codes: string[] = [];
  for await (const department of listAll(ask, { perPage: 3 })) {
    codes.push(department.code);
    // One is added in front while the list is read.
    if (codes.length === 2) await formB.departments.create({ body: { name: 'Department 8', code: 'D8' } });
  }
  const { value: first } = await parts(ask, { perPage: 5 }).next();
  const left: string[] = [];
  for await (const part of parts(ask, { from: first?.meta.next_cursor ?? '' }))
    left.push(...part.data.map(({ code }) => code));
  const lost = await refusal(listAll(() => Promise.resolve({ data: { data: [], meta: {} } })).next());
  return { codes, first: first?.data.map(({ code }) => code), left, lost: String(lost) };
}

async function uploads() {
  const { data: vendor } = await formA.vendors.create({ body: { name: 'Gulf Office Supplies' } });
  const line = { description: 'A4 paper, box', quantity: 10, unit_price: 62.5 };
  const order = await formA.purchaseOrders.create({ body: { vendor_id: vendor.data.id, items: [line] } });
  const path = join(mkdtempSync(join(tmpdir(), 'procurement-upload-')), 'عرض السعر.txt');
  writeFileSync(path, 'Ten boxes\n');
  const keys: (string | null)[] = [];
  const unlucky = connectFormA({ baseUrl, token, retry: { firstWait: 1 }, fetch: losingTheFirstAnswer(keys) });
  const document = await unlucky.purchaseOrders.documents.create({
    path: { id: order.data.data.id },
    body: { file: await fileAt(path) },
  });
  const { data: read } = await formA.purchaseOrders.get({ path: { id: order.data.data.id } });
  const file = await formA.documents.download({ path: { id: document.data.data.id }, parseAs: 'text' });
  return { names: read.data.attachments.map(({ name }) => name), text: file.data, isKept: keys[0] === keys[1] };
}

async function refusals() {
  const invalid = await refusal(formA.vendors.create({ body: { name: '' } }));
  const arabic = connectFormB({ baseUrl, token, language: 'ar' });
  const missing = await refusal(arabic.vendors.get({ path: { id: 999_999 } }));
  const stranger = await refusal(connectFormA({ baseUrl, token: 'pst_nobody' }).me.get());
  const offline = await refusal(
    connectFormA({ baseUrl: 'http://127.0.0.1:9', token, retry: { attempts: 1 } }).me.get(),
  );
  const given = new AbortController();
  given.abort(new Error('changed my mind'));
  const code: ErrorCode | undefined = missing instanceof ApiError ? missing.code : undefined;
  return {
    invalid: invalid instanceof ValidationError && { code: invalid.code, fields: Object.keys(invalid.fields) },
    missing: missing instanceof ApiError && { code, name: missing.name, message: missing.message },
    hasRequestId: missing instanceof ApiError && missing.requestId !== undefined,
    stranger: stranger instanceof ApiError && { code: stranger.code, name: stranger.name, status: stranger.status },
    offline: offline instanceof ConnectionError,
    givenUp: String(await refusal(formA.me.get({ signal: given.signal }))),
  };
}

async function lostUpdate() {
  const { data: vendor } = await formA.vendors.create({ body: { name: 'Al Wadi Cement' } });
  const path = { id: vendor.data.id };
  const { response } = await formA.vendors.get({ path });
  const headers = { 'If-Match': response.headers.get('etag') ?? '' };
  await formA.vendors.update({ path, headers, body: { name: 'Al Wadi' } });
  const late = await refusal(formB.vendors.update({ path, headers, body: { name: 'Wadi' } }));
  return late instanceof PreconditionFailedError && late.status;
}

async function retries() {
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const wait = (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  const unlucky = connectFormA({ baseUrl, token, retry: { wait }, fetch: losingTheFirstAnswer(keys) });
  const { data: vendor, response } = await unlucky.vendors.create({ body: { name: 'Once Only' } });
  const { data: found } = await formA.vendors.list({ query: { search: 'Once Only' } });
  const line = { description: 'A4 paper, box', quantity: 10, unit_price: 62.5 };
  const order = await formA.purchaseOrders.create({ body: { vendor_id: vendor.data.id, items: [line] } });
  const losing = connectFormA({ baseUrl, token, retry: { firstWait: 1 }, fetch: losingTheFirstAnswer([]) });
  const { data: changed } = await losing.purchaseOrders.update({
    path: { id: order.data.data.id },
    body: { items: [{ id: order.data.data.items[0]?.id ?? 0 }, { ...line, description: 'Toner' }] },
  });

  const asked: number[] = [];
  const patient = connectFormB({
    baseUrl,
    token,
    retry: { wait: (milliseconds) => Promise.resolve(void asked.push(milliseconds)) },
    fetch: turnedAway([
      new Response(null, { status: 429, headers: { 'Retry-After': '7' } }),
      new Response(null, { status: 503, headers: { 'Retry-After': '2' } }),
    ]),
  });
  await patient.vendors.create({ body: { name: 'Patience' } });

  const tooLong = await refusal(
    connectFormA({
      baseUrl,
      token,
      fetch: turnedAway([new Response('{}', { status: 429, headers: { 'Retry-After': '43200' } })]),
    }).me.get(),
  );
  return {
    vendor: vendor.data.id,
    found: found.data.map(({ id }) => id),
    replayed: response.headers.get('idempotency-replayed'),
    keys,
    waits: waits.length,
    lines: changed.data.items.map(({ description }) => description),
    asked,
    tooLong: tooLong instanceof ApiError && tooLong.retryAfter,
  };
}

async function limit() {
  const small = connectFormA({ baseUrl, token: smallToken, retry: { attempts: 1 } });
  let passed = 0;
  const refused = await refusal(
    (async () => {
      for (; passed < 130; passed += 1) await small.me.get();
    })(),
  );
  return refused instanceof RateLimitError && { code: refused.code, waits: (refused.retryAfter ?? 0) > 0, passed };
}

interface KnownAnswer {
  readonly name: string;
  readonly secret: string;
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly now: number;
  readonly valid: { readonly service: boolean; readonly standard: boolean };
}

function webhooks() {
  const answers = JSON.parse(readFileSync(knownAnswers, 'utf8')) as KnownAnswer[];
  const verdicts = answers.map(({ name, valid, ...delivery }) => ({
    name,
    valid,
    found: { service: verifyServiceSignature(delivery), standard: verifyWebhook(delivery) },
  }));
  const [first, , changed] = answers;
  if (!first || !changed) throw new Error('there are known answers');
  const event = readWebhook({ ...first, headers: new Headers(first.headers), secret: ['whsec_b2xk', first.secret] });
  let forged = false;
  try {
    readWebhook(changed);
  } catch (error) {
    forged = error instanceof WebhookVerificationError;
  }
  // Narrowed by `event`: a vendor's id is there to be read.
  return { verdicts, vendor: event.event === 'vendor.created' ? event.data.vendor_id : undefined, forged };
}

const seen = {
  story: await story(),
  lists: await lists(),
  cursors: await cursors(),
  uploads: await uploads(),
  refusals: await refusals(),
  lostUpdate: await lostUpdate(),
  retries: await retries(),
  limit: await limit(),
  webhooks: webhooks(),
};
process.stdout.write(JSON.stringify(seen));
