import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AddressGuard } from './address-guard';
import { HostsFile, type NameResolver } from './name-resolver';

const HOSTS = `# of this machine
127.0.0.1\tlocalhost
::1     ip6-localhost ip6-loopback # both
10.0.3.7  Billing billing.internal
93.184.216.34 outside
fe80::1%eth0 router
`;

let folder: string;
let hosts: HostsFile;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'procurement-hosts-'));
  writeFileSync(join(folder, 'hosts'), HOSTS);
  hosts = new HostsFile(join(folder, 'hosts'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['ip6-loopback', ['::1']],
  ['IP6-Loopback.', ['::1']],
  ['billing', ['10.0.3.7']],
  ['billing.internal', ['10.0.3.7']],
  ['router', ['fe80::1']],
  ['localhost', ['127.0.0.1', '::1']],
  ['db.localhost', ['127.0.0.1', '::1']],
  ['both', []],
  ['hooks.example.com', []],
])('resolves %s to %j', async (name, addresses) => expect(await hosts.resolve(name)).toEqual(addresses));

it('resolves no name without a hosts file', async () => {
  expect(await new HostsFile(join(folder, 'none')).resolve('ip6-loopback')).toEqual([]);
});

describe('a guard whose name server resolves none of these names', () => {
  const unknown: NameResolver = { resolve: () => Promise.reject(new Error('ENOTFOUND')) };
  const guard = (): AddressGuard => new AddressGuard(unknown, [], hosts);

  it.each(['ip6-loopback', 'ip6-loopback.', 'billing', 'router', 'localhost', 'db.localhost'])(
    'rejects %s when a subscription is saved, and never calls it',
    async (name) => {
      expect(await guard().inspect(`https://${name}/hook`)).toEqual(['address']);
      await expect(guard().addresses(`https://${name}/hook`, new AbortController().signal)).rejects.toMatchObject({
        code: 'BLOCKED_ADDRESS',
      });
    },
  );

  it('accepts a name that does not resolve yet, and one with only public addresses here', async () => {
    for (const name of ['hooks.example.com', 'outside']) {
      expect(await guard().inspect(`https://${name}/hook`)).toEqual([]);
    }
  });
});
