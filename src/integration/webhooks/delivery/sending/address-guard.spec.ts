import { Canary, ConnectCounter } from '../../../../../test/support/webhooks/connections';
import { DnsServer, type Zone } from '../../../../../test/support/webhooks/dns-server';
import { FORBIDDEN_NAMES, forbiddenUrls } from '../../../../../test/support/webhooks/forbidden-urls';
import { issueCertificate, type ReceiverCertificate } from '../../../../../tools/receiver/certificate';
import { WebhookReceiver } from '../../../../../tools/receiver/webhook-receiver';
import { parseNetworks } from '../../domain/addresses';
import { AddressGuard } from './address-guard';
import { DnsResolver, SystemResolver } from './name-resolver';
import { WebhookSender } from './webhook-sender';

/** The first loopback address of this machine represents the public internet, the second a forbidden address. */
const FIRST_ONLY = parseNetworks(['127.0.0.1/32']);
/** Milliseconds, long enough for a busy machine: no test here is about the deadline. */
const PATIENCE = 20_000;

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
    sender: new WebhookSender(guard, { deadline: PATIENCE, extraCa: { text: certificate.cert, version: 1 } }),
  };
}

const post = (url: string) => ({ url, headers: {}, body: '{}' });

describe('calls to the corpus of forbidden URLs', () => {
  it('never open a connection, in any notation', async () => {
    const { guard, sender } = await guardWith((name) => FORBIDDEN_NAMES[name] ?? [], []);
    const urls = forbiddenUrls(loopback.port);
    expect(new Set(urls).size).toBeGreaterThanOrEqual(200);
    for (const url of urls) {
      expect({ url, inspected: (await guard.inspect(url)).length > 0 }).toEqual({ url, inspected: true });
      expect({ url, result: await sender.send(post(url)) }).toEqual({ url, result: { kind: 'blocked' } });
    }
    expect(connects.attempts).toBe(0);
    expect(loopback.connections).toBe(0);

    // Proves that the counters work: the same canary is reached if its network is allowed.
    const open = new WebhookSender(new AddressGuard(new DnsResolver(), FIRST_ONLY), { deadline: PATIENCE });
    expect(await open.send(post(`https://127.0.0.1:${loopback.port}/`))).toMatchObject({ kind: 'network' });
    expect(connects.attempts).toBe(1);
    expect(loopback.connections).toBe(1);
  });
});

describe('a name that rebinds', () => {
  it('is rejected at the delivery even if its address was allowed when it was saved', async () => {
    const { guard, sender } = await guardWith((_name, question) => [question === 0 ? '127.0.0.1' : '127.0.0.2']);
    const url = `https://rebind.test:${canary.port}/`;
    expect(await guard.inspect(url)).toEqual([]);
    expect(await sender.send(post(url))).toEqual({ kind: 'blocked' });
    expect(await guard.inspect(url)).toEqual(['address']);
    expect(canary.connections).toBe(0);
    expect(connects.attempts).toBe(0);
  });

  it('is resolved once per delivery, and the checked address is the one connected to', async () => {
    // The receiver gets its port first: other processes use ports of 127.0.0.1, but none of 127.0.0.2.
    const receiver = await WebhookReceiver.listen(certificate);
    await canary.close();
    canary = await new Canary().listen(receiver.port, '127.0.0.2');
    const { sender } = await guardWith((_name, question) => [question === 0 ? '127.0.0.1' : '127.0.0.2']);
    const url = `https://rebind.test:${canary.port}/`;
    expect(await sender.send(post(url))).toMatchObject({ kind: 'response', status: 200 });
    expect(dns?.questions.filter((question) => question === 'A rebind.test')).toHaveLength(1);
    expect(await sender.send(post(url))).toEqual({ kind: 'blocked' });
    expect(receiver.calls).toHaveLength(1);
    expect(canary.connections).toBe(0);
    await receiver.close();
  });

  it('is rejected if one answer mixes an allowed address with a forbidden one', async () => {
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

describe('a name that does not resolve', () => {
  it('may be saved, because it may be set up later', async () => {
    const { guard } = await guardWith(() => []);
    expect(await guard.inspect('https://later.test/')).toEqual([]);
  });

  it('does not delay saving beyond the time limit if its name server is silent', async () => {
    const { guard } = await guardWith(() => 'silence');
    expect(await guard.inspect('https://silent.test/')).toEqual([]);
  });
});

it('resolves names of this machine only with the system resolver', async () => {
  const guard = new AddressGuard(new SystemResolver(), parseNetworks(['127.0.0.0/8', '::1/128']));
  expect(await guard.inspect('https://localhost:8443/')).toEqual([]);
  const closed = new AddressGuard(new SystemResolver(), []);
  expect(await closed.inspect('https://localhost:8443/')).toEqual(['address']);
});
