import { Client } from 'pg';
import { Service, startApp } from '../support/app';
import { anApproved, asOwner, aVendor } from '../support/purchase-orders';
import { withClient } from '../../tools/servers/databases';

describe('The database records of an order', () => {
  let service: Service;
  let orderId: number;

  beforeAll(async () => {
    service = await startApp();
    const admin = service.client();
    const order = await anApproved(admin, (await aVendor(admin)).id);
    orderId = order.id;
    await admin.post(
      `/purchase-orders/${orderId}/amendments`,
      { reason: 'Less', items: [{ id: order.items[0].id, quantity: 1 }] },
      201,
    );
  });
  afterAll(async () => service.stop());

  /** A connection like the service's own: with its role and the tenant set. */
  const asService = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    withClient(service.environment.DATABASE_URL, async (client) => {
      await client.query(`SELECT set_config('role', $1, false), set_config('app.tenant_id', $2, false)`, [
        service.environment.DATABASE_ROLE,
        service.tenant.tenant.id,
      ]);
      return work(client);
    });

  it.each(['audit_log', 'approval_decisions', 'purchase_order_versions'])(
    "in %s can be read and inserted but not changed by the service's role",
    async (table) => {
      await asService(async (client) => {
        const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
        expect(Number(rows[0]?.count)).toBeGreaterThan(0);
        for (const attempt of [
          `UPDATE ${table} SET tenant_id = tenant_id`,
          `DELETE FROM ${table}`,
          `TRUNCATE ${table}`,
        ]) {
          await expect(client.query(attempt)).rejects.toMatchObject({ code: '42501' });
        }
      });
    },
  );

  it('are invisible to other tenants, even in the search function, which runs as the owner', async () => {
    const { po_number } = await service.client().get(`/purchase-orders/${orderId}`);
    const stranger = await service.newTenant();
    const other = service.client({ token: stranger.token.token });
    expect(await other.get('/purchase-orders', 200, { search: po_number })).toEqual([]);
    await asService(async (client) => {
      const found = () => client.query(`SELECT * FROM matching_purchase_orders($1)`, ['%PO-%']);
      expect((await found()).rowCount).toBe(1);
      await client.query(`SELECT set_config('app.tenant_id', $1, false)`, [stranger.tenant.id]);
      expect((await found()).rowCount).toBe(0);
      await client.query(`SELECT set_config('app.tenant_id', '', false)`);
      expect((await found()).rowCount).toBe(0);
    });
  });

  it('cannot have a wrong total, a line of quantity 0 or an unknown status', async () => {
    const broken = async (sql: string): Promise<unknown> => asOwner(service, sql, [orderId]);
    const check = { code: '23514' };
    await expect(
      broken('UPDATE purchase_orders SET total_amount = total_amount + 0.01 WHERE id = $1'),
    ).rejects.toMatchObject(check);
    await expect(broken(`UPDATE purchase_orders SET status = 'lost' WHERE id = $1`)).rejects.toMatchObject(check);
    await expect(
      broken('UPDATE purchase_order_items SET quantity = 0 WHERE purchase_order_id = $1'),
    ).rejects.toMatchObject(check);
    await expect(broken(`UPDATE purchase_orders SET cancelled_from = 'draft' WHERE id = $1`)).rejects.toMatchObject(
      check,
    );
  });

  it('cannot refer to a vendor, a line or a step of another tenant', async () => {
    const stranger = await service.newTenant();
    const theirs = await aVendor(service.client({ token: stranger.token.token }));
    await expect(
      asOwner(service, 'UPDATE purchase_orders SET vendor_id = $2 WHERE id = $1', [orderId, theirs.id]),
    ).rejects.toMatchObject({ code: '23503' });
  });
});
