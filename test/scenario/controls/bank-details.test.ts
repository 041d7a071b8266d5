import { type Service, startApp } from '../../support/app';
import type { Client, Loose } from '../../support/client';
import { anOrderOf, approved } from '../../support/invoices';
import { asOwner, type Colleague, colleague, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

const TRUSTED = 'SA0380000000608010167519';
const CROOKED = 'SA4420000001234567891234';

describe.each(ONE_FORM)('The control of bank details, through Form %s', (form) => {
  let service: Service;
  let admin: Client;
  /** Enters vendors and their bank details. */
  let sara: Colleague;
  /** Verifies and pays. */
  let omar: Colleague;

  beforeAll(async () => {
    service = await startApp();
    admin = service.client({ form });
    sara = await colleague(service, 'finance_manager', { name: 'Sara' });
    omar = await colleague(service, 'finance_manager', { name: 'Omar' });
    await asOwner(service, `UPDATE tenants SET settings = settings || '{"matching_policy": "two_way"}'`);
  });
  beforeEach(() => settings(service, { bank_change_control: 'warn' }));
  afterAll(() => service.stop());

  const by = (who: Colleague): Client => who.client.through(form);
  const aVendor = (fields: object = {}): Promise<Loose> =>
    by(sara).post('/vendors', { name: 'Najd Steel', ...fields }, 201);
  const versions = (id: number): Promise<Loose[]> => admin.get(`/vendors/${id}/bank-accounts`);
  const enter = (who: Colleague, id: number, bank_account: string): Promise<Loose> =>
    by(who).post(`/vendors/${id}/bank-accounts`, { bank_name: 'Bank', bank_account }, 201);
  const verify = (who: Client, id: number, version: Loose, status = 200) =>
    who.call('POST', `/vendors/${id}/bank-accounts/${version.id}/verify`, status);
  const aTrustedVendor = async (): Promise<{ id: number; trusted: Loose }> => {
    const { id } = await aVendor({ bank_name: 'Saudi National Bank', bank_account: TRUSTED });
    const [entered] = await versions(id);
    return { id, trusted: (await verify(by(omar), id, entered)).body.data };
  };
  const anInvoice = async (vendorId: number): Promise<Loose> =>
    approved(service.client(), await anOrderOf(service, vendorId));
  const pay = (invoice: Loose, status = 201, fields: object = {}, who = by(omar)) =>
    who.call('POST', `/invoices/${invoice.id}/payments`, status, { amount: 1, ...fields });
  const code = ({ body }: { body: Loose }): string => body.error.code;
  const entries = (id: number) =>
    asOwner<{ user_name: string; action: string; details: Loose }>(
      service,
      `SELECT user_name, action, details FROM audit_log WHERE entity_type = 'vendor' AND entity_id = $1 ORDER BY id`,
      [id],
    );
  const published = async (id: number): Promise<Loose[]> => {
    const sql = `SELECT body::jsonb->'data' AS data FROM events
      WHERE name = 'vendor.bank_account_changed' AND body::jsonb#>>'{data,vendor_id}' = $1 ORDER BY id`;
    return (await asOwner<{ data: Loose }>(service, sql, [String(id)])).map(({ data }) => data);
  };

  describe('for an IBAN changed before the approval of the invoice', () => {
    let invoice: Loose;
    let id: number;
    let trusted: Loose;
    let crooked: Loose;

    beforeEach(async () => {
      ({ id, trusted } = await aTrustedVendor());
      await by(sara).put(`/vendors/${id}`, { bank_account: CROOKED }, 200);
      [crooked] = await versions(id);
      invoice = await anInvoice(id);
    });

    it('causes a warning, and the payment shows the account', async () => {
      const { body } = await pay(invoice, 201, { reference: 'TRF-1' });
      const bank_account = {
        id: crooked.id,
        bank_name: 'Saudi National Bank',
        bank_account: '****1234',
        verified: false,
      };
      const warnings = [{ code: 'BANK_DETAILS_UNVERIFIED', message: expect.stringContaining('Najd Steel') }];
      expect(body.data).toMatchObject({ bank_account, warnings });
      expect((await admin.get(`/invoices/${invoice.id}`)).payments).toMatchObject([{ bank_account }]);
      // A repeated payment returns the same response, even if the account was verified in between.
      await verify(by(omar), id, crooked);
      expect((await pay(invoice, 201, { reference: 'TRF-1' })).body.data).toEqual(body.data);
      const later = (await pay(invoice)).body.data;
      expect(later.bank_account).toEqual({ ...bank_account, verified: true });
      expect(later).not.toHaveProperty('warnings');
    });

    it('pays to the verified account instead when the tenant blocks unverified accounts', async () => {
      await settings(service, { bank_change_control: 'block' });
      const { body } = await pay(invoice);
      expect(body.data).not.toHaveProperty('warnings');
      expect(body.data.bank_account).toEqual({
        id: trusted.id,
        bank_name: 'Saudi National Bank',
        bank_account: '****7519',
        verified: true,
      });
      await verify(by(omar), id, crooked);
      expect((await pay(invoice)).body.data.bank_account.id).toBe(crooked.id);
    });

    it('causes no warning when the tenant ignores the change', async () => {
      await settings(service, { bank_change_control: 'ignore' });
      const { body } = await pay(invoice);
      expect(body.data).not.toHaveProperty('warnings');
      expect(body.data.bank_account).toMatchObject({ id: crooked.id, verified: false });
    });

    it('causes 422 after the account was removed, until a new one is entered and verified', async () => {
      await settings(service, { bank_change_control: 'block' });
      await by(sara).put(`/vendors/${id}`, { bank_name: null, bank_account: null }, 200);
      expect(code(await pay(invoice, 422))).toBe('BANK_DETAILS_UNVERIFIED');
      const again = await enter(sara, id, TRUSTED);
      expect(code(await pay(invoice, 422))).toBe('BANK_DETAILS_UNVERIFIED');
      await verify(by(omar), id, again);
      expect((await pay(invoice)).body.data.bank_account.id).toBe(again.id);
    });

    it('still causes a warning after the account was removed', async () => {
      await by(sara).put(`/vendors/${id}`, { bank_name: null, bank_account: null }, 200);
      await settings(service, { bank_change_control: 'warn' });
      const { body } = await pay(invoice);
      expect(body.data.bank_account).toMatchObject({ bank_name: null, bank_account: null, verified: false });
      expect(body.data.warnings).toHaveLength(1);
    });
  });

  it.each([{}, { bank_name: 'Bank', bank_account: CROOKED }])(
    'does not pay a vendor without a verified account when the tenant blocks: %j',
    async (details) => {
      const { id } = await aVendor(details);
      const invoice = await anInvoice(id);
      await settings(service, { bank_change_control: 'block' });
      const refused = await pay(invoice, 422);
      expect([code(refused), refused.body.error.details]).toEqual([
        'BANK_DETAILS_UNVERIFIED',
        { vendor_id: id, bank_change_control: 'block' },
      ]);
      expect(refused.body.error.message).toContain('Najd Steel');
      expect(await admin.get(`/invoices/${invoice.id}`)).toMatchObject({ amount_paid: 0, payments: [] });
    },
  );

  it('pays a vendor without bank details without a warning, and the payment shows no account', async () => {
    const { body } = await pay(await anInvoice((await aVendor()).id));
    expect(body.data.bank_account).toBeNull();
    expect(body.data).not.toHaveProperty('warnings');
  });

  it('requires the ability `approve` for a payment after a change of the account, even if it is verified', async () => {
    const { id } = await aTrustedVendor();
    const invoice = await anInvoice(id);
    await verify(by(omar), id, await enter(sara, id, CROOKED));
    const writer = admin.as(await service.mint(['read', 'write'], omar.email));
    const refused = await pay(invoice, 403, {}, writer);
    expect(Object.keys(refused.body.errors)).toEqual(['ability']);
    await pay(invoice);
  });

  it('forbids users to verify accounts that they entered, with any token and as administrator', async () => {
    const { id } = await aTrustedVendor();
    const mine = await enter(sara, id, CROOKED);
    expect(code(await verify(by(sara), id, mine, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    const other = admin.as(await service.mint(['admin'], sara.email));
    expect(code(await verify(other, id, mine, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    const own = await admin.post(`/vendors/${id}/bank-accounts`, { bank_name: 'B', bank_account: 'ACC-42' }, 201);
    expect(code(await verify(admin, id, own, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    // Setting the vendor's own fields counts as entering the account too.
    await admin.put(`/vendors/${id}`, { bank_account: 'ACC-43' }, 200);
    const [put] = await versions(id);
    expect(code(await verify(admin, id, put, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    expect((await versions(id)).map(({ status }) => status)).toEqual([
      'unverified',
      'superseded',
      'superseded',
      'verified',
    ]);
    expect((await published(id)).map(({ verified }) => verified)).toEqual([false, true, false, false, false]);
  });

  it('rejects the verification of a replaced or verified account', async () => {
    const { id, trusted } = await aTrustedVendor();
    const first = await enter(sara, id, CROOKED);
    const second = await enter(omar, id, 'ACC-77');
    const replaced = await verify(by(omar), id, first, 422);
    expect([code(replaced), replaced.body.error.details.status]).toEqual(['INVALID_STATUS', 'superseded']);
    expect(code(await verify(by(omar), id, trusted, 422))).toBe('INVALID_STATUS');
    await verify(by(sara), id, second);
    expect((await verify(by(omar), id, second, 422)).body.error.details.status).toBe('verified');
  });

  it("forbids users to verify an account that they entered, even if another user corrected the bank's name later", async () => {
    const { id } = await aTrustedVendor();
    await enter(sara, id, CROOKED);
    await by(omar).put(`/vendors/${id}`, { bank_name: 'Another bank' }, 200);
    const [renamed] = await versions(id);
    expect(renamed).toMatchObject({ bank_name: 'Another bank', status: 'unverified' });
    expect(code(await verify(by(sara), id, renamed, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    expect(code(await verify(by(omar), id, renamed, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await verify(admin, id, renamed);
    // A verified version is settled: its author may verify a change that another user makes to it.
    await by(omar).put(`/vendors/${id}`, { bank_name: 'A third bank' }, 200);
    const [settled] = await versions(id);
    await verify(by(sara), id, settled);
  });

  it('forbids users to verify an account that they entered, even if another user changed its spelling later', async () => {
    const { id } = await aTrustedVendor();
    await enter(sara, id, CROOKED);
    await enter(omar, id, 'sa44 2000 0001 2345 6789 1234');
    const [respelled] = await versions(id);
    expect(respelled).toMatchObject({ status: 'unverified', created_by: { id: omar.id } });
    expect(code(await verify(by(sara), id, respelled, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await verify(admin, id, respelled);
  });

  it('requires `approve` to verify and `write` to enter', async () => {
    const { id } = await aVendor({ bank_account: TRUSTED });
    const [version] = await versions(id);
    await verify(admin.as(await service.mint(['read', 'write'], omar.email)), id, version, 403);
    const approver = admin.as(await service.mint(['read', 'approve'], omar.email));
    await approver.call('POST', `/vendors/${id}/bank-accounts`, 403, { bank_name: 'B', bank_account: 'ACC-1' });
    await verify(approver, id, version);
  });

  it('lists all versions, newest first, with the users who entered and verified each', async () => {
    const { id, trusted } = await aTrustedVendor();
    const entered = await by(sara).post(
      `/vendors/${id}/bank-accounts`,
      { bank_name: 'Al Rajhi Bank', bank_account: CROOKED, account_holder: 'Najd Steel', swift: 'rjhisari' },
      201,
    );
    expect(trusted).toMatchObject({
      status: 'verified',
      created_by: { id: sara.id, name: 'Sara' },
      verified_by: { id: omar.id, name: 'Omar' },
      verified_at: expect.any(String),
    });
    const newest = {
      id: entered.id,
      version: 2,
      is_current: true,
      status: 'unverified',
      bank_name: 'Al Rajhi Bank',
      bank_account: CROOKED,
      account_holder: 'Najd Steel',
      swift: 'RJHISARI',
      created_at: expect.any(String),
      created_by: { id: sara.id, name: 'Sara' },
      verified_at: null,
      verified_by: null,
    };
    expect(await versions(id)).toEqual([newest, { ...trusted, is_current: false }]);
    expect(await admin.get(`/vendors/${id}`)).toMatchObject({ bank_name: 'Al Rajhi Bank', bank_account: CROOKED });
    // The same details again, or a change of another field, create no version.
    expect((await enterAgain()).id).toBe(entered.id);
    await by(sara).put(`/vendors/${id}`, { category: 'Steel', bank_account: CROOKED }, 200);
    expect(await versions(id)).toHaveLength(2);

    function enterAgain(): Promise<Loose> {
      return by(omar).post(`/vendors/${id}/bank-accounts`, { bank_name: 'Al Rajhi Bank', bank_account: CROOKED }, 201);
    }
  });

  it('records each version in the audit log and publishes it, with the last four characters only', async () => {
    const { id, trusted } = await aTrustedVendor();
    const entered = await enter(sara, id, CROOKED);
    const log = (await entries(id)).slice(1);
    const bank_name = { from: null, to: 'Saudi National Bank' };
    const blank = { account_holder: null, swift: null, verified_by_id: null, verified_at: null };
    const isNew = (version: Loose) => ({ from: null, to: { ...blank, created_by_id: sara.id, ...version } });
    expect(log).toEqual([
      {
        user_name: 'Sara',
        action: 'bank_account_added',
        details: {
          bank_account_id: trusted.id,
          changes: {
            bank_name,
            bank_account: { from: null, to: '****7519' },
            bank_accounts: {
              [trusted.id]: isNew({ version: 1, bank_name: bank_name.to, bank_account: '****7519' }),
            },
          },
        },
      },
      {
        user_name: 'Omar',
        action: 'bank_account_verified',
        details: {
          bank_account_id: trusted.id,
          bank_account: '****7519',
          changes: {
            bank_accounts: {
              [trusted.id]: {
                verified_by_id: { from: null, to: omar.id },
                verified_at: { from: null, to: expect.any(String) },
              },
            },
          },
        },
      },
      {
        user_name: 'Sara',
        action: 'bank_account_added',
        details: {
          bank_account_id: entered.id,
          changes: {
            bank_name: { from: 'Saudi National Bank', to: 'Bank' },
            bank_account: { from: '****7519', to: '****1234' },
            bank_accounts: { [entered.id]: isNew({ version: 2, bank_name: 'Bank', bank_account: '****1234' }) },
          },
        },
      },
    ]);
    const vendor = {
      vendor_id: id,
      name: 'Najd Steel',
      status: 'active',
      external_id: null,
      changed_at: expect.any(String),
    };
    const first = { bank_account_id: trusted.id, bank_name: 'Saudi National Bank', bank_account: '****7519' };
    const second = { bank_account_id: entered.id, bank_name: 'Bank', bank_account: '****1234', verified: false };
    expect(await published(id)).toEqual([
      { ...vendor, ...first, verified: false },
      { ...vendor, ...first, verified: true },
      { ...vendor, ...second },
    ]);
    const whole = await asOwner(
      service,
      `SELECT FROM audit_log WHERE details::text ~ $1 UNION ALL SELECT FROM events WHERE body ~ $1`,
      [`${TRUSTED}|${CROOKED}`],
    );
    expect(whole).toEqual([]);
  });

  it('publishes vendor.updated when a version changes only the account', async () => {
    const { id } = await aTrustedVendor();
    await by(sara).post(
      `/vendors/${id}/bank-accounts`,
      { bank_name: 'Saudi National Bank', bank_account: CROOKED },
      201,
    );
    const changes = await asOwner<{ fields: string[] }>(
      service,
      `SELECT body::jsonb#>'{data,updated_fields}' AS fields FROM events
        WHERE name = 'vendor.updated' AND body::jsonb#>>'{data,vendor_id}' = $1`,
      [String(id)],
    );
    expect(changes).toEqual([{ fields: ['bank_account'] }]);
  });

  it.each([
    ['viewer', '****7519'],
    ['auditor', '****7519'],
    ['requester', '****7519'],
    ['department_head', '****7519'],
    ['procurement_officer', TRUSTED],
    ['finance_officer', TRUSTED],
  ])(
    "shows a %s %s in the vendor and its versions, regardless of the token's abilities",
    async (role, bank_account) => {
      const { id } = await aTrustedVendor();
      for (const abilities of [['read'], ['read', 'write', 'approve']] as const) {
        const reader = (await colleague(service, role, { abilities })).client.through(form);
        expect(await reader.get(`/vendors/${id}`)).toMatchObject({ bank_account });
        expect(await reader.get(`/vendors/${id}/bank-accounts`)).toMatchObject([{ bank_account }]);
      }
    },
  );

  it.each(['****7519', ' ****', '****-7519'])(
    'rejects the masked account %j and does not change the stored one',
    async (bank_account) => {
      const { id } = await aTrustedVendor();
      const body = { bank_name: 'Bank', bank_account };
      for (const [method, path] of [
        ['PUT', `/vendors/${id}`],
        ['POST', `/vendors/${id}/bank-accounts`],
      ] as const) {
        const { body: refused } = await by(sara).call(method, path, 422, body);
        expect(refused.error.details).toEqual({
          bank_account: [
            'This is a masked account number. Send the whole number, or leave the field out to keep the stored one.',
          ],
        });
      }
      expect(await admin.get(`/vendors/${id}`)).toMatchObject({ bank_account: TRUSTED });
    },
  );

  it.each([
    [{ bank_name: 'B', bank_account: 'SA0480000000608010167519' }, 'bank_account'],
    [{ bank_name: 'B' }, 'bank_account'],
    [{ bank_account: TRUSTED }, 'bank_name'],
    [{ bank_name: 'B', bank_account: null }, 'bank_account'],
    [{ bank_name: 'B', bank_account: TRUSTED, swift: 'NCBK' }, 'swift'],
    [{ bank_name: 'B', bank_account: TRUSTED, verified: true }, 'verified'],
  ])('rejects %j with an error at %s', async (body, field) => {
    const { id } = await aVendor();
    const { body: refused } = await by(sara).call('POST', `/vendors/${id}/bank-accounts`, 422, body);
    expect(Object.keys(refused.error.details ?? refused.errors)).toEqual([field]);
    expect(await versions(id)).toEqual([]);
  });

  it('returns 404 for accounts of another vendor or tenant', async () => {
    const { id, trusted } = await aTrustedVendor();
    const { id: other } = await aVendor();
    await verify(by(omar), other, trusted, 404);
    const stranger = admin.as((await service.newTenant()).token.token);
    await stranger.call('GET', `/vendors/${id}/bank-accounts`, 404);
    await stranger.call('POST', `/vendors/${id}/bank-accounts`, 404, { bank_name: 'B', bank_account: 'ACC-1' });
    await verify(stranger, id, trusted, 404);
  });

  it('records a version without author and verification when an instance of the previous release writes', async () => {
    const { id } = await aTrustedVendor();
    await asOwner(service, 'UPDATE vendors SET bank_account = $2, bank_changed_at = now() WHERE id = $1', [
      id,
      CROOKED,
    ]);
    const [newest, ...older] = await versions(id);
    expect(newest).toMatchObject({ bank_account: CROOKED, status: 'unverified', created_by: null, version: 2 });
    expect(older).toHaveLength(1);
    const twin = await aVendor({ bank_account: CROOKED });
    expect(twin.warnings.map((warning: Loose) => warning.code)).toContain('DUPLICATE_SUSPECTED');
    await verify(by(sara), id, newest);
  });
});
