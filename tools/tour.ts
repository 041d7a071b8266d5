import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { WebhookReceiver, isSignedBy } from './receiver/webhook-receiver';
import { findRunning, type Running } from './launcher/running';
import { readCertificate } from './receiver/certificate';

/** `npm run tour`: a complete example, printed step by step, against a running service. */

interface Order {
  readonly id: number;
  readonly po_number: string;
  readonly status: string;
  readonly total_amount: number;
}

const print = (line: string): void => console.log(line);
const title = (text: string): void => console.log(`\n== ${text}`);

/** An API client that prints its calls. */
class TourApi {
  constructor(
    readonly address: string,
    private readonly token: string,
  ) {}

  /** Prints the call and checks its status. @param token default: the tour's; null for none */
  async call(method: string, path: string, expected: number, body?: object, token: string | null = this.token) {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { status, headers } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    const answer: unknown = headers.get('content-type')?.includes('json') ? JSON.parse(bytes.toString()) : undefined;
    print(`${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`);
    print(`  ${status} ${summary(answer, bytes)}`);
    if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${bytes.toString().slice(0, 1000)}`);
    return { headers, bytes, answer };
  }

  /** Calls and returns the `data` of the response. */
  async data<Data>(method: string, path: string, expected: number, body?: object): Promise<Data> {
    const { answer } = await this.call(method, path, expected, body);
    return (answer as { data: Data }).data;
  }
}

function summary(body: unknown, bytes: Buffer): string {
  if (body === undefined) return bytes.length > 0 ? `${bytes.length} bytes` : '';
  const text = JSON.stringify(body);
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}

/** The running service of this checkout, unless overridden on the command line. */
function options(): Running {
  const running = findRunning(resolve(__dirname, '..'));
  const command = new Command('tour')
    .description('walk the whole path against a running service')
    .option('--address <url>', 'where it runs', running?.address)
    .option('--token <token>', 'an admin token', running?.token)
    .option(
      '--certificate <folder>',
      'cert.pem and key.pem that the service trusts (WEBHOOK_CA_FILE)',
      running?.certificate,
    )
    .parse();
  const { address, token, certificate } = command.opts<Partial<Running>>();
  if (!address || !token || !certificate) {
    throw new Error(
      'No service of this checkout runs. Start one with npm start, or say --address, --token and --certificate.',
    );
  }
  return { address, token, certificate };
}

async function tour({ address, token, certificate }: Running): Promise<void> {
  const api = new TourApi(address, token);
  const receiver = await WebhookReceiver.listen(readCertificate(certificate));
  try {
    title('Who am I?');
    await api.call('GET', '/v1/me', 200);

    title('Subscribe a TLS receiver of our own');
    const subscription = await api.data<{ id: number; secret: string }>('POST', '/v1/webhooks', 201, {
      name: 'Tour',
      url: receiver.url(),
      events: ['vendor.created', 'purchase_order.created', 'purchase_order.approved'],
    });
    print('  The secret is shown this once.');
    await api.call('POST', `/v1/webhooks/${subscription.id}/test`, 200);

    const order = await orderFromDraftToApproved(api);
    await savePdf(api, order);
    await verifyDeliveries(receiver, subscription.secret, order);
    await refusals(api);

    title('Unsubscribe');
    await api.call('DELETE', `/v1/webhooks/${subscription.id}`, 200);
    console.log(
      `\nThe tour is over: order ${order.po_number}, ${receiver.calls.length} deliveries, every signature right.`,
    );
  } finally {
    await receiver.close();
  }
}

async function orderFromDraftToApproved(api: TourApi): Promise<Order> {
  const mark = Date.now().toString(36);
  title('A vendor and an order, in Form A');
  const vendor = await api.data<{ id: number }>('POST', '/v1/vendors', 201, {
    name: `Tour Steel ${mark}`,
    name_ar: 'حديد الجولة',
    email: 'sales@tour-steel.example',
  });
  const order = await api.data<Order>('POST', '/v1/purchase-orders', 201, {
    vendor_id: vendor.id,
    notes: 'Ordered on the tour',
    items: [
      { description: 'Steel bars', quantity: 10, unit: 't', unit_price: 25.5, vat_rate: 15 },
      { description: 'Binding wire — سلك تربيط', quantity: 4, unit: 'kg', unit_price: 6.75, vat_rate: 15 },
    ],
  });
  title('Submit, approve');
  await api.call('POST', `/v1/purchase-orders/${order.id}/submit`, 200);
  await api.call('POST', `/v1/purchase-orders/${order.id}/approve`, 200, { comments: 'Seen on the tour' });
  title('The same order, in Form B');
  await api.call('GET', `/api/v1/purchase-orders/${order.id}`, 200);
  return order;
}

async function savePdf(api: TourApi, order: Order): Promise<void> {
  title('The PDF');
  const { bytes, headers } = await api.call('GET', `/v1/purchase-orders/${order.id}/pdf`, 200);
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error('that is no PDF');
  const path = join(tmpdir(), `${order.po_number}.pdf`);
  writeFileSync(path, bytes);
  print(`  ${headers.get('content-disposition') ?? ''}, saved as ${path}`);
}

async function verifyDeliveries(receiver: WebhookReceiver, secret: string, order: Order): Promise<void> {
  title('The deliveries, verified over their raw bytes');
  await receiver.waitFor((call) => call.body.includes('purchase_order.approved'), 1, 30_000);
  await receiver.waitFor(() => true, 4, 30_000);
  for (const call of receiver.calls) {
    const { event, id, data } = JSON.parse(call.body.toString()) as { event: string; id: string; data: object };
    const good = isSignedBy(call, secret);
    print(`  ${good ? 'signed' : 'NOT SIGNED'}  ${event}  ${id}  ${JSON.stringify(data).slice(0, 160)}`);
    if (!good) throw new Error('a signature is wrong');
  }
  if (!receiver.calls.some((call) => call.body.includes(order.po_number)))
    throw new Error('the order was never told of');
}

/** Error responses of both forms. */
async function refusals(api: TourApi): Promise<void> {
  const reader = await api.data<{ id: number; token: string }>('POST', '/v1/tokens', 201, {
    name: 'Tour reader',
    abilities: ['read'],
  });
  for (const prefix of ['/v1', '/api/v1']) {
    title(`Refusals under ${prefix}`);
    await api.call('GET', `${prefix}/me`, 401, undefined, null);
    await api.call('POST', `${prefix}/vendors`, 403, { name: 'x' }, reader.token);
    await api.call('GET', `${prefix}/purchase-orders/999999999`, 404);
    await api.call('POST', `${prefix}/purchase-orders`, 422, { vendor_id: 1, items: [], lines: [] });
  }
  title('Too many requests, in both');
  for (const prefix of ['/v1', '/api/v1']) await tooMany(api, prefix);
  await api.call('DELETE', `/v1/tokens/${reader.id}`, 204);
}

/** Callers without a token may send 60 requests per minute. */
async function tooMany({ address }: TourApi, prefix: string): Promise<void> {
  for (let sent = 0; sent < 130; sent++) {
    const response = await fetch(`${address}${prefix}/me`, { headers: { accept: 'application/json' } });
    const text = await response.text();
    if (response.status !== 429) continue;
    print(`GET ${prefix}/me, again and again without a token`);
    print(`  429 Retry-After: ${response.headers.get('retry-after') ?? ''} ${text}`);
    return;
  }
  throw new Error('the address limit never came');
}

tour(options()).catch((error: unknown) => {
  console.error(`\nThe tour stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
