import { createApplication } from '../../src/application';
import { seedDemo } from '../../src/operations/demo/demo-tenant';
import { ORDERS, VENDORS } from '../../src/operations/demo/fixtures';
import { TenantsService } from '../../src/operations/provisioning';
import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';

describe('The demo tenant', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  /** Seeds like the command, in a separate application. */
  async function seedDemoOnce(): ReturnType<typeof seedDemo> {
    const app = await createApplication({ ...service.environment, PROCESS_ROLE: 'api' });
    try {
      return await seedDemo(app);
    } finally {
      await app.close();
    }
  }

  it('is created again if an earlier seeding was interrupted, and unchanged once complete', async () => {
    const tenants = service.app.get(TenantsService);
    const owner = { ownerEmail: 'owner@najd.example', ownerName: 'O' };
    const plan = { plan: 'enterprise', table: 'standard', currency: 'SAR' } as const;
    const half = await tenants.create({ slug: 'demo-unfinished', name: 'Najd Contracting', ...plan, ...owner });
    await service.client({ token: half.token.token }).post('/vendors', { name: 'As far as it came' }, 201);

    const made = await seedDemoOnce();
    expect(made.tenant).toMatchObject({ slug: 'demo', name: 'Najd Contracting' });
    expect(made.tenant.id).not.toBe(half.tenant.id);
    const api = service.client({ token: made.token?.token ?? '' });
    expect(await api.get('/purchase-orders', 200, { per_page: 100 })).toHaveLength(ORDERS.length);
    const accounts = async (name: string) => {
      const [vendor] = await api.get('/vendors', 200, { search: name });
      const versions: Loose[] = await api.get(`/vendors/${vendor.id}/bank-accounts`);
      return versions.map(({ status }) => status);
    };
    expect([await accounts(VENDORS[0].name), await accounts(VENDORS[1].name)]).toEqual([
      ['verified'],
      ['unverified', 'verified'],
    ]);
    // The users who entered the data needed tokens during the seeding only.
    expect((await api.get('/tokens')).map(({ name }: { name: string }) => name)).not.toContain('Seeding');
    await service.client({ token: half.token.token }).get('/me', 401);
    await expect(tenants.find('demo-unfinished')).rejects.toThrow(/No tenant has the slug/);

    expect(await seedDemoOnce()).toMatchObject({ tenant: made.tenant, token: null });
    expect(await api.get('/purchase-orders', 200, { per_page: 100 })).toHaveLength(ORDERS.length);
  });
});
