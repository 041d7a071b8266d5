import type { ServerResponse } from 'node:http';
import { ConnectCounter } from '../../../../../test/support/webhooks/connections';
import { DnsServer } from '../../../../../test/support/webhooks/dns-server';
import { issueCertificate, type ReceiverCertificate } from '../../../../../tools/receiver/certificate';
import { WebhookReceiver } from '../../../../../tools/receiver/webhook-receiver';
import { parseNetworks } from '../../domain/addresses';
import { AddressGuard } from './address-guard';
import { lookupIn, WebhookSender } from './webhook-sender';
import { DnsResolver } from './name-resolver';

let certificate: ReceiverCertificate;
let receiver: WebhookReceiver;
let elsewhere: WebhookReceiver;
let dns: DnsServer;
let addresses: readonly string[];
let connects: ConnectCounter;
let sender: WebhookSender;

beforeAll(async () => {
  certificate = await issueCertificate(['hooks.test', 'other.test']);
});

beforeEach(async () => {
  addresses = ['127.0.0.1'];
  dns = await new DnsServer(() => addresses).listen();
  receiver = await WebhookReceiver.listen(certificate);
  elsewhere = await WebhookReceiver.listen(certificate, receiver.port, '127.0.0.2');
  connects = new ConnectCounter();
  sender = new WebhookSender(new AddressGuard(new DnsResolver([dns.server]), parseNetworks(['127.0.0.0/30'])), {
    deadline: 20_000,
    extraCa: { text: certificate.cert, version: 1 },
  });
});

afterEach(async () => {
  connects.stop();
  await Promise.all([receiver.close(), elsewhere.close(), dns.close()]);
});

const send = (host = 'hooks.test') =>
  sender.send({ url: `https://${host}:${receiver.port}/`, headers: {}, body: '{"a":1}' });

it('reuses an idle connection, each time after a new check of the address', async () => {
  for (const count of [1, 2, 3]) {
    expect(await send()).toMatchObject({ kind: 'response', status: 200, body: 'ok' });
    expect(dns.questions.filter((question) => question === 'A hooks.test')).toHaveLength(count);
  }
  expect(connects.attempts).toBe(1);
});

it('does not reuse a connection once its host has a forbidden address', async () => {
  await send();
  addresses = ['127.0.0.1', '10.0.0.1'];
  expect(await send()).toEqual({ kind: 'blocked' });
  expect(receiver.calls).toHaveLength(1);
});

it('does not reuse a connection once its host has another address', async () => {
  await send();
  addresses = ['127.0.0.2'];
  expect(await send()).toMatchObject({ kind: 'response', status: 200 });
  expect([receiver.calls.length, elsewhere.calls.length]).toEqual([1, 1]);
  expect(connects.attempts).toBe(2);
});

it('does not reuse a connection for another host at the same address', async () => {
  await send('hooks.test');
  await send('other.test');
  expect(receiver.calls.map((call) => call.headers.host)).toEqual([
    `hooks.test:${receiver.port}`,
    `other.test:${receiver.port}`,
  ]);
  expect(connects.attempts).toBe(2);
});

it('opens a new connection if the receiver closes the idle one at the moment of its reuse', async () => {
  await send();
  receiver.respond = (_call, response) => {
    if (receiver.calls.length === 2) response.destroy();
    else response.end('ok');
  };
  expect(await send()).toMatchObject({ kind: 'response', status: 200 });
  expect(receiver.calls).toHaveLength(3);
  expect(connects.attempts).toBe(2);
});

it('fails the attempt if the receiver closes the new connection as well', async () => {
  await send();
  receiver.respond = (_call, response) => response.destroy();
  expect(await send()).toEqual({ kind: 'network', code: 'ECONNRESET' });
  expect(receiver.calls).toHaveLength(3);
});

it('closes a connection whose response was not read to the end', async () => {
  receiver.respond = (_call, response) => response.end(Buffer.alloc(200_000, 'x'));
  await send();
  await send();
  expect(connects.attempts).toBe(2);
});

it('opens one connection for each concurrent call', async () => {
  // No call ends before all have arrived, so that none can use the connection of an earlier one.
  const waiting: ServerResponse[] = [];
  receiver.respond = (_call, response) => {
    if (waiting.push(response) === 5) for (const one of waiting.splice(0)) one.end('ok');
  };
  await Promise.all(Array.from({ length: 5 }, () => send()));
  expect(connects.attempts).toBe(5);
  await Promise.all(Array.from({ length: 5 }, () => send()));
  expect(connects.attempts).toBe(5);
});

it('passes one address or all of them to net.connect', () => {
  const ask = (all: boolean): unknown[] => {
    let given: unknown[] = [];
    lookupIn(['127.0.0.1', '::1'])('hooks.test', { all }, (...answer) => (given = answer));
    return given;
  };
  const pinned = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(ask(true)).toEqual([null, pinned]);
  expect(ask(false)).toEqual([null, '127.0.0.1', 4]);
});
