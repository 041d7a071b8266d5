import { type Service, startApp, storyClock } from '../../support/app';
import type { Client, Reply } from '../../support/client';
import { anOrder, aNumber, enter, LINES, receive } from '../../support/invoices';
import { type Colleague, colleague, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)("One user's duties for an invoice, in Form %s", (form) => {
  let service: Service;
  let manager: Colleague;
  let officer: Colleague;
  let buyer: Colleague;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    manager = await colleague(service, 'finance_manager');
    officer = await colleague(service, 'finance_officer');
    buyer = await colleague(service, 'procurement_manager');
  });
  beforeEach(() => settings(service, { matching_policy: 'two_way', prevent_self_approval: true }));
  afterAll(() => service.stop());

  const admin = (): Client => service.client({ form });
  const as = (person: Colleague): Client => person.client.through(form);
  const act = (who: Client, id: number, what: string, status: number, body: object = {}): Promise<Reply> =>
    who.call('POST', `/invoices/${id}/${what}`, status, body);
  const code = ({ body }: Reply): string => body.error.code;
  /** Made and approved by the owner while self-approval was allowed. */
  const anApprovedOrder = async () => {
    await settings(service, { prevent_self_approval: false });
    const order = await anOrder(service);
    await settings(service, { prevent_self_approval: true });
    return order;
  };
  const bill = (vendor_id: number, unit_price: number) => ({
    vendor_id,
    invoice_number: aNumber(),
    invoice_date: '2026-03-01',
    [LINES[form]]: [{ description: 'Consulting', quantity: 1, unit_price, vat_rate: 15 }],
  });
  /** Entered and submitted by the finance officer. */
  const aSubmitted = async (): Promise<number> => {
    const { id } = await enter(as(officer), await anApprovedOrder());
    await act(as(officer), id, 'submit', 200);
    return id;
  };

  it('exclude approving and paying an invoice that they recorded', async () => {
    const vendor = await as(manager).post('/vendors', { name: 'My cousin' }, 201);
    const invoice = await as(manager).post('/invoices', bill(vendor.id, 99_000), 201);
    expect(invoice.total).toBe(113_850);
    expect(code(await act(as(manager), invoice.id, 'approve', 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await act(admin(), invoice.id, 'approve', 200);
    expect(code(await act(admin(), invoice.id, 'payments', 403, { amount: 113_850 }))).toBe('SELF_APPROVAL_FORBIDDEN');
    expect(await admin().get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'approved', payments: [] });
    await act(as(officer), invoice.id, 'payments', 201, { amount: 113_850 });
  });

  it('exclude approving an invoice that they changed', async () => {
    const { id, line_items } = await enter(as(officer), await anApprovedOrder());
    const lines = [{ id: line_items[0].id, quantity: 9 }];
    await as(manager).put(`/invoices/${id}`, { [LINES[form]]: lines }, 200);
    await act(as(officer), id, 'submit', 200);
    expect(code(await act(as(manager), id, 'approve', 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await act(as(buyer), id, 'approve', 200);
  });

  it('exclude paying an invoice that a delegate approved on their behalf', async () => {
    const head = await colleague(service, 'finance_manager');
    const days = { from: '2026-01-01', to: '2027-12-31' };
    await admin().post(`/users/${head.id}/delegations`, { delegate_id: manager.id, ...days }, 201);
    const rule = { when: { without_order: false }, steps: [{ name: 'Head', user_ids: [head.id] }] };
    await admin().put('/approval-workflows/invoices', { rules: [rule] }, 200);
    const id = await aSubmitted();
    await admin().put('/approval-workflows/invoices', { rules: [] }, 200);
    await act(as(manager), id, 'approve', 200);
    const { total, approvals } = await admin().get(`/invoices/${id}`);
    expect(approvals[0]).toMatchObject({ approver: manager.name, on_behalf_of: head.name });
    const pay = (who: Colleague, status: number) => act(as(who), id, 'payments', status, { amount: total });
    expect(code(await pay(head, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    expect(code(await pay(manager, 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await pay(officer, 201);
  });

  it('exclude approving an invoice that they submitted', async () => {
    const { id } = await enter(as(officer), await anApprovedOrder());
    await act(as(manager), id, 'submit', 200);
    expect(code(await act(as(manager), id, 'approve', 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await act(as(manager), id, 'withdraw', 200);
    await act(as(officer), id, 'submit', 200);
    expect(code(await act(as(manager), id, 'approve', 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await act(as(buyer), id, 'approve', 200);
  });

  it('exclude approving the invoice for goods that they received, until the receipt is cancelled', async () => {
    const order = await anApprovedOrder();
    const receipt = await receive(buyer.client, order, [10]);
    const { id } = await enter(as(officer), order);
    await act(as(officer), id, 'submit', 200);
    expect(code(await act(as(buyer), id, 'approve', 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await buyer.client.post(`/goods-receipts/${receipt.id}/cancel`, { reason: 'Miscounted' }, 200);
    await receive(service.client(), order, [10]);
    await act(as(buyer), id, 'approve', 200);
  });

  it('are separate for administrators too, even with overrides', async () => {
    const { id } = await enter(admin(), await anApprovedOrder());
    await act(as(officer), id, 'submit', 200);
    const override = { override: true, override_budget: true, comments: 'It is urgent' };
    expect(code(await act(admin(), id, 'approve', 403, override))).toBe('SELF_APPROVAL_FORBIDDEN');
    expect((await admin().get(`/invoices/${id}`)).status).toBe('pending');
  });

  it('are not separated if the tenant allows self-approval', async () => {
    const { id } = await enter(as(manager), await anApprovedOrder());
    await settings(service, { prevent_self_approval: false });
    await act(as(manager), id, 'approve', 200);
    await act(as(manager), id, 'payments', 201, { amount: 1150 });
  });

  it('include withdrawing a submission, which only the submitter and administrators may do', async () => {
    const id = await aSubmitted();
    const refused = await act(as(manager), id, 'withdraw', 403);
    expect(Object.keys(refused.body.errors)).toEqual(['ability']);
    expect((await act(as(officer), id, 'withdraw', 200)).body.data).toMatchObject({
      id,
      status: 'draft',
      match_status: 'pending_grn',
      submitted_at: null,
      match_summary: { lines: [], reasons: [] },
    });
    expect(code(await act(as(officer), id, 'withdraw', 422))).toBe('INVALID_STATUS');
    await act(as(officer), id, 'submit', 200);
    await act(admin(), id, 'withdraw', 200);
    const [entry] = await service.client().get(`/audit-log?entity_type=invoice&entity_id=${id}&action=withdrawn`);
    expect(entry.details.changes).toMatchObject({ status: { from: 'pending', to: 'draft' } });
  });

  it('exclude approving an invoice that they submitted and withdrew, even if another user submitted it again', async () => {
    const { id } = await enter(as(buyer), await anApprovedOrder());
    await act(as(officer), id, 'submit', 200);
    await act(as(officer), id, 'withdraw', 200);
    await act(as(buyer), id, 'submit', 200);
    expect(code(await act(as(officer), id, 'approve', 403))).toBe('SELF_APPROVAL_FORBIDDEN');
    await act(as(manager), id, 'approve', 200);
  });

  it('exclude paying an invoice of which they approved one step', async () => {
    const steps = [{ user_ids: [manager.id] }, { user_ids: [buyer.id] }];
    const rule = { when: { without_order: false }, steps };
    await admin().put('/approval-workflows/invoices', { rules: [rule] }, 200);
    const id = await aSubmitted();
    await admin().put('/approval-workflows/invoices', { rules: [] }, 200);
    await act(as(manager), id, 'approve', 200);
    await act(as(buyer), id, 'approve', 200);
    expect(code(await act(as(manager), id, 'payments', 403, { amount: 10 }))).toBe('SELF_APPROVAL_FORBIDDEN');
    await act(as(officer), id, 'payments', 201, { amount: 10 });
  });

  it("include a withdrawal, which frees the quantity for the order's next invoice", async () => {
    const order = await anApprovedOrder();
    const { id: first } = await enter(as(officer), order, [{ quantity: 6 }]);
    const { id: second } = await enter(as(officer), order, [{ quantity: 6 }]);
    await act(as(officer), first, 'submit', 200);
    await act(as(officer), second, 'submit', 200);
    expect((await admin().get(`/invoices/${second}`)).status).toBe('submitted');
    await act(as(officer), first, 'withdraw', 200);
    expect((await admin().get(`/invoices/${second}`)).status).toBe('pending');
  });

  describe('undoing an invoice', () => {
    /** Entered by the officer, changed by the buyer, approved by the manager. */
    const anApprovedInvoice = async (): Promise<number> => {
      const { id, line_items } = await enter(as(officer), await anApprovedOrder());
      await as(buyer).put(`/invoices/${id}`, { [LINES[form]]: [{ id: line_items[0].id, quantity: 9 }] }, 200);
      await act(as(officer), id, 'submit', 200);
      await act(as(manager), id, 'approve', 200);
      return id;
    };
    const undoings = {
      void: { reason: 'Entered twice' },
      'credit-notes': { credit_note_number: 'CN', amount: 1035, reason: 'Returned' },
    };
    const forbidden = async (who: Client, id: number, what: string, body: object) =>
      expect(code(await act(who, id, what, 403, body))).toBe('SELF_APPROVAL_FORBIDDEN');

    it.each(['void', 'credit-notes'] as const)(
      '%s is forbidden to users who entered or changed it, and allowed to its approver',
      async (what) => {
        const id = await anApprovedInvoice();
        for (const who of [officer, buyer]) await forbidden(as(who), id, what, undoings[what]);
        expect(await admin().get(`/invoices/${id}`)).toMatchObject({ status: 'approved', credit_notes: [] });
        await act(as(manager), id, what, what === 'void' ? 200 : 201, undoings[what]);
      },
    );

    it('excludes void, credit and refund by users who paid it, even after the payment was reversed', async () => {
      const id = await anApprovedInvoice();
      await act(admin(), id, 'payments', 201, { amount: 1035 });
      await forbidden(admin(), id, 'credit-notes', undoings['credit-notes']);
      await act(as(manager), id, 'credit-notes', 201, undoings['credit-notes']);
      for (const who of [admin(), as(officer)]) await forbidden(who, id, 'payments', { amount: -1035 });
      await act(as(manager), id, 'payments', 201, { amount: -1035 });
      const other = await anApprovedInvoice();
      const paid = await act(admin(), other, 'payments', 201, { amount: 5 });
      await act(admin(), other, `payments/${paid.body.data.id}/reverse`, 201, { reason: 'Bounced' });
      await forbidden(admin(), other, 'void', undoings.void);
      await act(as(manager), other, 'void', 200, undoings.void);
    });

    it('is allowed to all users if the tenant allows self-approval', async () => {
      const id = await anApprovedInvoice();
      await settings(service, { prevent_self_approval: false });
      await act(as(officer), id, 'payments', 201, { amount: 1035 });
      await act(as(officer), id, 'credit-notes', 201, undoings['credit-notes']);
      await act(as(officer), id, 'payments', 201, { amount: -1035 });
    });

    it('excludes reversing their own payments under strict controls', async () => {
      const id = await anApprovedInvoice();
      const { body } = await act(admin(), id, 'payments', 201, { amount: 5 });
      await settings(service, { controls: 'strict' });
      try {
        await forbidden(admin(), id, `payments/${body.data.id}/reverse`, { reason: 'Bounced' });
        await act(as(officer), id, `payments/${body.data.id}/reverse`, 201, { reason: 'Bounced' });
      } finally {
        await settings(service, { controls: 'standard' });
      }
    });
  });
});
