import { FiscalYearJob } from '../../src/organisation/settings/fiscal-year-change';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Reply } from '../support/client';
import { aVendor, asOwner } from '../support/purchase-orders';

/** More records than a change of the setting updates by itself. */
const MANY = 2500;

describe('A change of the first month of the fiscal year', () => {
  let service: Service;
  const clock = storyClock('2026-11-10T09:00:00.000Z');
  let admin: Client;

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    admin = service.client({ token: (await service.newTenant()).token.token });
  });

  const job = (): FiscalYearJob => service.app.get(FiscalYearJob);
  const put = (to: number, status = 200, more: object = {}): Promise<Reply> =>
    admin.call('PUT', '/settings', status, { fiscal_year_start_month: to, ...more });
  const shown = async (): Promise<[number, number | null]> => {
    const settings = await admin.get('/settings');
    return [settings.fiscal_year_start_month, settings.pending_fiscal_year_start_month];
  };
  const enter = (vendor: number, invoice_number: string, invoice_date: string, status = 201): Promise<Reply> =>
    admin.call('POST', '/invoices', status, {
      vendor_id: vendor,
      invoice_number,
      invoice_date,
      due_date: '2028-12-31',
      line_items: [{ description: 'Water', quantity: 1, unit_price: 10 }],
    });
  const vendor = async (): Promise<number> => (await aVendor(admin)).id;
  const fields = ({ body }: Reply): string[] => Object.keys(body.error.details);
  const copies = async (of: number, count: number): Promise<void> => {
    await asOwner(
      service,
      `INSERT INTO invoices (tenant_id, invoice_number, vendor_invoice_number, number_key, fiscal_year, fiscal_series, vendor_id,
                             status, match_status, currency, subtotal, vat_amount, total, invoice_date, due_date, created_at, updated_at)
       SELECT i.tenant_id, i.invoice_number || '/' || n, 'N' || n, 'n' || n, i.fiscal_year, i.fiscal_series, i.vendor_id,
              i.status, i.match_status, i.currency, i.subtotal, i.vat_amount, i.total, i.invoice_date, i.due_date, i.created_at, i.updated_at
         FROM invoices i, generate_series(1, $2::int) n WHERE i.id = $1`,
      [of, count],
    );
  };
  /** The number of records that are not updated for the latest change. */
  const left = async (): Promise<number> => {
    const [row] = await asOwner<{ count: number }>(
      service,
      `SELECT count(*)::int AS count FROM invoices i JOIN tenants t ON t.id = i.tenant_id
        WHERE i.fiscal_series <> coalesce(t.pending_fiscal_series, t.fiscal_series)`,
    );
    return row?.count ?? 0;
  };

  describe('with few records', () => {
    it('takes effect at once: a duplicate is rejected, and a number of the new year is accepted', async () => {
      const id = await vendor();
      await enter(id, 'A-1', '2025-05-01');
      await enter(id, 'A-2', '2026-05-01');
      await put(4);
      expect(await shown()).toEqual([4, null]);
      // May 2025 and February 2026 are in the same fiscal year now.
      expect(fields(await enter(id, 'a-1', '2026-02-01', 422))).toEqual(['invoice_number']);
      // February and May 2026 are in two fiscal years now.
      await enter(id, 'a-2', '2026-02-01');
      const [entry] = await admin.get('/audit-log?entity_type=settings&action=updated');
      expect(entry.details.changes).toEqual({ fiscal_year_start_month: { from: 1, to: 4 } });
    });

    it('also applies to credit notes, including those from the previous release', async () => {
      const id = await vendor();
      const { body } = await enter(id, 'A-1', '2025-01-02');
      await admin.post(`/invoices/${body.data.id}/approve`, {}, 200);
      const credit = (credit_note_number: string, credit_date: string, status = 201): Promise<Reply> =>
        admin.call('POST', `/invoices/${body.data.id}/credit-notes`, status, {
          credit_note_number,
          credit_date,
          amount: 1,
          reason: 'x',
        });
      const note = (await credit('C-1', '2025-05-01')).body.data;
      await asOwner(
        service,
        `UPDATE credit_notes SET credit_date = NULL, fiscal_year = NULL, created_at = '2025-05-01T12:00:00Z' WHERE id = $1`,
        [note.id],
      );
      await credit('C-2', '2026-05-01');
      await put(4);
      expect(fields(await credit('c-1', '2026-02-01', 422))).toEqual(['credit_note_number']);
      await credit('c-2', '2026-02-01');
    });

    it('returns 422 if a vendor would have a number twice, and lists the records', async () => {
      const id = await vendor();
      const first = (await enter(id, 'X-7', '2025-05-01')).body.data;
      const second = (await enter(id, 'x-7', '2026-02-01')).body.data;
      const refused = await put(4, 422);
      expect(fields(refused)).toEqual(['fiscal_year_start_month']);
      expect(refused.text).toContain(`X-7 (${first.invoice_number}, ${second.invoice_number})`);
      expect(await shown()).toEqual([1, null]);
      // A cancelled invoice has freed its number.
      await admin.post(`/invoices/${second.id}/reject`, { reason: 'Twice' }, 200);
      await put(4);
    });

    it('sets the fiscal year of credit notes from the previous release', async () => {
      const id = await vendor();
      const { body } = await enter(id, 'A-1', '2026-01-02');
      await admin.post(`/invoices/${body.data.id}/approve`, {}, 200);
      const note = { credit_note_number: 'C-1', amount: 1, reason: 'x' };
      const { id: noteId } = await admin.post(`/invoices/${body.data.id}/credit-notes`, note, 201);
      await asOwner(service, 'UPDATE credit_notes SET credit_date = NULL, fiscal_year = NULL WHERE id = $1', [noteId]);
      await job().storeAll();
      expect(
        await asOwner(service, 'SELECT credit_date::text, fiscal_year FROM credit_notes WHERE id = $1', [noteId]),
      ).toEqual([{ credit_date: '2026-11-10', fiscal_year: 2026 }]);
    });
  });

  describe('with many records', () => {
    let many: number;

    beforeEach(async () => {
      many = await vendor();
      const { body } = await enter(many, 'M-1', '2025-05-01');
      await copies(body.data.id, MANY);
    });

    it('is pending until a job has updated them, and then recorded in the audit log', async () => {
      await put(4);
      expect(await shown()).toEqual([1, 4]);
      expect(await left()).toBeGreaterThan(MANY);
      await job().storeAll();
      expect([await shown(), await left()]).toEqual([[4, null], 0]);
      expect(fields(await enter(many, 'n17', '2026-02-01', 422))).toEqual(['invoice_number']);
      const [entry] = await admin.get('/audit-log?entity_type=settings&action=fiscal_year_changed');
      expect(entry).toMatchObject({
        user: null,
        details: {
          changes: {
            fiscal_year_start_month: { from: 1, to: 4 },
            pending_fiscal_year_start_month: { from: 4, to: null },
          },
        },
      });
    });

    it('rejects, while pending, numbers used in the fiscal year of either month', async () => {
      const id = await vendor();
      await enter(id, 'P-1', '2025-05-01');
      await put(4);
      // By the current month.
      expect(fields(await enter(id, 'p-1', '2025-02-01', 422))).toEqual(['invoice_number']);
      // By the pending month.
      expect(fields(await enter(id, 'p-1', '2026-02-01', 422))).toEqual(['invoice_number']);
      const other = (await enter(id, 'p-1', '2026-05-01')).body.data;
      const moved = await admin.call('PUT', `/invoices/${other.id}`, 422, { invoice_date: '2026-02-01' });
      expect(fields(moved)).toEqual(['invoice_number']);
      await admin.put(`/invoices/${other.id}`, { description: 'Noted' }, 200);
      await job().storeAll();
      expect(await shown()).toEqual([4, null]);
      expect(fields(await enter(id, 'p-1', '2026-02-01', 422))).toEqual(['invoice_number']);
      await enter(id, 'p-1', '2025-02-01');
    });

    it('continues where it was interrupted, and skips updated records', async () => {
      await put(4);
      const before = await left();
      const running = job() as unknown as { storing: { readonly stopped: boolean } };
      const { storing } = running;
      let asked = 0;
      // Stops after the first batch, like a process that ends.
      running.storing = {
        get stopped() {
          return (asked += 1) > 1;
        },
      };
      await job().storeAll();
      expect([await shown(), before - (await left())]).toEqual([[1, 4], 1000]);
      running.storing = storing;
      await job().storeAll();
      expect([await shown(), await left()]).toEqual([[4, null], 0]);
    });

    it('is replaced by another change, and cancelled by the current month', async () => {
      const id = await vendor();
      await enter(id, 'R-1', '2026-05-01');
      await put(4);
      await put(7);
      expect(await shown()).toEqual([1, 7]);
      await job().storeAll();
      expect(await shown()).toEqual([7, null]);
      // May and August 2026 are in two fiscal years that begin in July, and in one that begins in April.
      await enter(id, 'r-1', '2026-08-01');
      await put(4, 422);
      await put(6);
      // Sending the response of GET back changes nothing.
      await put(7, 200, { pending_fiscal_year_start_month: 6 });
      expect(await shown()).toEqual([7, 6]);
      await put(7);
      await job().storeAll();
      expect([await shown(), await left()]).toEqual([[7, null], 0]);
    });

    it('finds duplicates that are entered at the same time', async () => {
      const id = await vendor();
      const numbers = Array.from({ length: 12 }, (_, index) => `S-${index}`);
      const body = (invoice_number: string, invoice_date: string) =>
        JSON.stringify({
          vendor_id: id,
          invoice_number,
          invoice_date,
          due_date: '2028-12-31',
          line_items: [{ description: 'Water', quantity: 1, unit_price: 10 }],
        });
      const send = (number: string, day: string) => admin.raw('POST', '/invoices', body(number, day));
      // Each number twice: in one fiscal year that begins in April, but in two calendar years.
      const [change, ...replies] = await Promise.all([
        admin.raw('PUT', '/settings', JSON.stringify({ fiscal_year_start_month: 4 })),
        ...numbers.flatMap((number) => [send(number, '2025-05-01'), send(number, '2026-02-01')]),
        job().storeAll(),
      ]);
      await job().storeAll();
      const [, pending] = await shown();
      expect(pending).toBeNull();
      const rows = await asOwner<{ twice: number }>(
        service,
        `SELECT count(*)::int AS twice FROM (
           SELECT FROM invoices WHERE vendor_id = $1 GROUP BY number_key HAVING count(*) > 1) twice`,
        [id],
      );
      const entered = replies.filter((reply) => reply !== undefined && reply.status === 201).length;
      // Either rejected because a number was used twice, or no number is.
      if (change.status === 200) expect([rows[0]?.twice, entered]).toEqual([0, numbers.length]);
      else expect(change.status).toBe(422);
    });
  });
});
