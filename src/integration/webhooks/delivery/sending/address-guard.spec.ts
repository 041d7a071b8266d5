import { Canary, ConnectCounter } from '../../../../../test/support/webhooks/connections';
import { DnsServer, type Zone } from '../../../../../test/support/webhooks/dns-server';
import { FORBIDDEN_NAMES, forbiddenUrls } from '../../../../../test/support/webhooks/forbidden-urls';
import { issueCertificate, type ReceiverCertificate } from '../../../../../tools/receiver/certificate';
import { WebhookReceiver } from '../../../../../tools/receiver/webhook-receiver';
import { parseNetworks } from '../../domain/addresses';
import { AddressGuard } from './address-guard';
import { DnsResolver, SystemResolver } from './name-resolver';
import { WebhookSender } from './webhook-sender';

/** This machine's first loopback address stands for the public internet, the second for what must not be reached. */
const FIRST_ONLY = parseNetworks(['127.0.0.1/32']);

let certificate: ReceiverCertificate;
let canary: Canary;
let loopback: Canary;
let connects: ConnectCounter;
let dns: DnsServer | undefined;

beforeAll(async () => {
  certificate = await issueCertificate(['rebind.test', 'mixed.test', '127.0.0.1']);
});

beforeEach(async () => {
  canary = await new Canary().listen(0, '127.0.0.2');
  loopback = await new Canary().listen(0, '127.0.0.1');
  connects = new ConnectCounter();
});

afterEach(async () => {
  connects.stop();
  await canary.close();
  await loopback.close();
  await dns?.close();
  dns = undefined;
});

async function guardWith(zone: Zone, networks = FIRST_ONLY): Promise<{ guard: AddressGuard; sender: WebhookSender }> {
  dns = await new DnsServer(zone).listen();
  const guard = new AddressGuard(new DnsResolver([dns.server]), networks);
  return {
    guard,
    sender: new WebhookSender(guard, { deadline: 2_000, extraCa: { text: certificate.cert, version: 1 } }),
  };
}

const post = (url: string) => ({ url, headers: {}, body: '{}' });

describe('the corpus of forbidden URLs', () => {
  it('makes not one attempt to connect, whatever the notation', async () => {
    const { guard, sender } = await guardWith((name) => FORBIDDEN_NAMES[name] ?? [], []);
    const urls = forbiddenUrls(loopback.port);
    expect(new Set(urls).size).toBeGreaterThanOrEqual(200);
    for (const url of urls) {
      expect({ url, inspected: (await guard.inspect(url)).length > 0 }).toEqual({ url, inspected: true });
      expect({ url, result: await sender.send(post(url)) }).toEqual({ url, result: { kind: 'blocked' } });
    }
    expect(connects.attempts).toBe(0);
    expect(loopback.connections).toBe(0);

    // The counters do count: the same canary, opened on purpose, is reached.
    const open = new WebhookSender(new AddressGuard(new DnsResolver(), FIRST_ONLY), { deadline: 2_000 });
    expect(await open.send(post(`https://127.0.0.1:${loopback.port}/`))).toMatchObject({ kind: 'network' });
    expect(connects.attempts).toBe(1);
    expect(loopback.connections).toBe(1);
  });
});

describe('a name that rebinds', () => {
  it('is refused at the delivery though it was harmless when it was saved', async () => {
    const { guard, sender } = await guardWith((_name, question) => [question === 0 ? '127.0.0.1' : '127.0.0.2']);
    const url = `https://rebind.test:${canary.port}/`;
    expect(await guard.inspect(url)).toEqual([]);
    expect(await sender.send(post(url))).toEqual({ kind: 'blocked' });
    expect(await guard.inspect(url)).toEqual(['address']);
    expect(canary.connections).toBe(0);
    expect(connects.attempts).toBe(0);
  });

  it('is asked once for a delivery, and the address that was checked is the one connected to', async () => {
    const receiver = await WebhookReceiver.listen(certificate, canary.port);
    const { sender } = await guardWith((_name, question) => [question === 0 ? '127.0.0.1' : '127.0.0.2']);
    const url = `https://rebind.test:${canary.port}/`;
    expect(await sender.send(post(url))).toMatchObject({ kind: 'response', status: 200 });
    expect(dns?.questions.filter((question) => question === 'A rebind.test')).toHaveLength(1);
    expect(await sender.send(post(url))).toEqual({ kind: 'blocked' });
    expect(receiver.calls).toHaveLength(1);
    expect(canary.connections).toBe(0);
    await receiver.close();
  });

  it('is refused when one answer mixes an allowed address with a forbidden one', async () => {
    for (const addresses of [
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.1'],
      ['127.0.0.1', '::1'],
    ]) {
      const { guard, sender } = await guardWith(() => addresses);
      expect(await sender.send(post(`https://mixed.test:${canary.port}/`))).toEqual({ kind: 'blocked' });
      expect(await guard.inspect(`https://mixed.test:${canary.port}/`)).toEqual(['address']);
      await dns?.close();
      dns = undefined;
    }
    expect(canary.connections).toBe(0);
    expect(connects.attempts).toBe(0);
  });
});

describe('a name without an answer', () => {
  it('may be saved, for it may be set up later', async () => {
    const { guard } = await guardWith(() => []);
    expect(await guard.inspect('https://later.test/')).toEqual([]);
  });

  it('keeps nobody waiting when its name server is silent', async () => {
    const { guard } = await guardWith(() => 'silence');
    expect(await guard.inspect('https://silent.test/')).toEqual([]);
  });
});

it('knows the machine’s own names only through the system resolver', async () => {
  const guard = new AddressGuard(new SystemResolver(), parseNetworks(['127.0.0.0/8', '::1/128']));
  expect(await guard.inspect('https://localhost:8443/')).toEqual([]);
  const closed = new AddressGuard(new SystemResolver(), []);
  expect(await closed.inspect('https://localhost:8443/')).toEqual(['address']);
});
