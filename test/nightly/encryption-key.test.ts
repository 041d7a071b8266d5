import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ConfigurationError } from '../../src/platform/config';
import { UNNAMED_KEY } from '../../src/common/secrets/secret-box';
import { assertEncryptionKeys } from '../../src/platform/database/checks/encryption-key-check';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { type Service, startApp } from '../support/app';
import { command } from '../support/command';
import { asOwner } from '../support/purchase-orders';
import { subscribe } from '../support/webhooks/delivering';

describe('The encryption key', () => {
  let receiver: WebhookReceiver;
  let service: Service;
  const other = createSecretKey(randomBytes(32));

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ trusts: receiver, books: false, redis: false });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  const startWith = async (key: KeyObject): Promise<void> => {
    const APP_ENCRYPTION_KEY = key.export().toString('base64');
    const beside = await startApp({ beside: service, env: { APP_ENCRYPTION_KEY } });
    await beside.stop();
  };
  const canaries = () => asOwner<{ sealed: string }>(service, 'SELECT sealed FROM encryption_canary');
  const forget = () => asOwner(service, 'DELETE FROM encryption_canary');
  const own = (): KeyObject => service.environment.APP_ENCRYPTION_KEY ?? other;

  it('of the first start is the only one that later starts accept', async () => {
    expect(await canaries()).toHaveLength(1);
    await startWith(own());
    await expect(startWith(other)).rejects.toThrow(ConfigurationError);
    await expect(startWith(other)).rejects.toThrow(/APP_ENCRYPTION_KEY: is not the key that this database was written/);
    const stranger = { ...service, environment: { ...service.environment, APP_ENCRYPTION_KEY: other } };
    const list = ['budget:verify', '--json'];
    expect(await command(stranger, ...list)).toEqual({ code: 78, said: '' });
    expect((await command(service, ...list)).code).toBe(0);
  });

  it('is accepted from exactly one of several simultaneous first starts', async () => {
    const dataSource = service.app.get(DataSource);
    for (let round = 1; round <= 5; round += 1) {
      await forget();
      const keys = Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? own() : other));
      const outcomes = await Promise.allSettled(
        keys.map((key) => assertEncryptionKeys(dataSource, { keys: [{ id: UNNAMED_KEY, key }], format: 'v1' })),
      );
      const accepted = keys.filter((_, place) => outcomes[place]?.status === 'fulfilled');
      expect(new Set(accepted).size).toBe(1);
      expect(accepted).toHaveLength(5);
    }
    await forget();
    await startWith(own());
  });

  it('of a database without a canary is the one that decrypts its values', async () => {
    await subscribe(service, receiver);
    await forget();
    await expect(startWith(other)).rejects.toThrow(ConfigurationError);
    expect(await canaries()).toEqual([]);
    await startWith(own());
    expect(await canaries()).toHaveLength(1);
  });

  it('can be replaced with the statements of docs/keys.md when it is lost', async () => {
    const text = readFileSync(join(__dirname, '../../docs/keys.md'), 'utf8');
    const [, section = ''] = text.split('\n## A lost key\n');
    const [, block = ''] = /```sql\n(.*?)```/s.exec(section) ?? [];
    expect(block).toContain('encryption_canary');
    await asOwner(service, block);
    await startWith(other);
    await expect(startWith(own())).rejects.toThrow(ConfigurationError);
  });
});
