/** Tables whose ids come from a sequence. The seed sets ids itself and then advances the sequences. */
export const TABLES_WITH_IDS = `
  SELECT table_name AS name FROM information_schema.columns
   WHERE table_schema = 'public' AND column_name = 'id' AND pg_get_serial_sequence(table_name, column_name) IS NOT NULL`;

/** The number of days over which the orders of a tenant are distributed; the last one is today. */
const DAYS = 730;

const token = (user: string, number: string): string =>
  `sha256(convert_to('pst_' || translate(encode(sha256(convert_to(s.slug || '/' || ${user} || '/' || ${number}, 'UTF8')), 'base64'), '+/=', '-_'), 'UTF8'))`;

const orderStatus = `(ARRAY['completed', 'completed', 'completed', 'completed', 'completed', 'approved', 'approved', 'draft', 'pending_approval', 'rejected'])[1 + (g % 10)::int]`;

/** Prevents invoices and payments on future days, which reports would have to read and subtract again. */
const byToday = (instant: string): string => `least(${instant}, date_trunc('day', now()) - interval '1 minute')`;

const DECIDED = `('approved', 'completed', 'rejected')`;

/** Report figures as the triggers and the sweep's folding would have written them. */
const figures = (table: string, what: string, currency: string, measure = 'x.measure'): string => `
  INSERT INTO report_figures AS f (tenant_id, measure, grain, day, key, currency, count, amount)
  SELECT r.tenant_id, ${measure}, g.grain, date_trunc(g.grain, x.day::timestamp)::date,
         ${measure === 'x.measure' ? `coalesce(x.key, '')` : `''`}, ${currency}, sum(x.count), sum(x.amount)
    FROM ${table} r CROSS JOIN LATERAL report_${what}_figures(r) x CROSS JOIN (VALUES ('day'), ('month'), ('year')) g (grain)
   GROUP BY 1, 2, 3, 4, 5, 6`;

/** Figures by category, summed from those by vendor. */
const BY_CATEGORY = (vendorFigures: string): string => `
  INSERT INTO report_figures (tenant_id, measure, grain, day, key, currency, count, amount)
  SELECT x.tenant_id, replace(x.measure, '.vendor', '.category'), x.grain, x.day, coalesce(':' || v.category, ''), x.currency,
         sum(x.count), sum(x.amount)
    FROM (${vendorFigures}) x JOIN vendors v ON v.tenant_id = x.tenant_id AND v.id = x.key::bigint
   GROUP BY 1, 2, 3, 4, 5, 6`;

/** The seed statements in order, with a name for progress output. They read the temporary table \`spec\`. */
export const SEED_STATEMENTS: readonly (readonly [name: string, sql: string])[] = [
  [
    'tenants',
    `INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, settings, created_at, updated_at)
     SELECT tenant_id, slug, 'Tenant ' || slug, 'active', 'enterprise', 'standard', 'SAR', '{}', now(), now() FROM spec`,
  ],
  [
    'departments',
    `INSERT INTO departments (tenant_id, id, name, code, head_user_id, created_at, updated_at)
     SELECT tenant_id, g, 'Department ' || g, 'D' || g, CASE WHEN g = 1 THEN 1 END, now(), now()
       FROM spec, generate_series(1, 10) g`,
  ],
  [
    'users',
    `INSERT INTO users (tenant_id, id, name_en, email, role, department_id, status, created_at, updated_at)
     SELECT tenant_id, u.id, u.name, u.name || '@' || slug || '.example', u.role, 1, 'active', now(), now()
       FROM spec, (VALUES (1, 'owner', 'admin'), (2, 'requester', 'procurement_officer')) u (id, name, role)`,
  ],
  [
    'tokens',
    `INSERT INTO api_tokens (tenant_id, id, user_id, name, token_hash, abilities, created_at)
     SELECT s.tenant_id, (u.id - 1) * s.tokens + g, u.id, 'bench ' || g, ${token('u.id', 'g')},
            ARRAY['read', 'write', 'delete', 'approve', 'admin'], now()
       FROM spec s, generate_series(1, s.tokens) g, (VALUES (1), (2)) u (id)`,
  ],
  [
    'vendors',
    `INSERT INTO vendors (tenant_id, id, name, email, payment_terms, category, counted_category, status, performance_score, total_orders,
                          total_spend, created_at, updated_at)
     SELECT tenant_id, g, 'Vendor ' || g || ' ' || substr(md5('v' || g), 1, 6), 'sales' || g || '@vendor.example', 30,
            'Category ' || g % 10, 'Category ' || g % 10, CASE WHEN g % 20 = 0 THEN 'inactive' ELSE 'active' END, g * 37 % 101, orders / vendors,
            g * 7919 % 100000, now() - g * interval '1 hour', now() - g * interval '1 hour'
       FROM spec, generate_series(1, vendors) g`,
  ],
  [
    'orders',
    `INSERT INTO purchase_orders (tenant_id, id, po_number, status, vendor_id, department_id, created_by_id, currency,
        expense_type, notes, delivery_address, subtotal, vat_amount, total_amount, submissions, submitted_at, approved_at,
        rejected_at, completed_at, expected_delivery_date, received_in_full, created_at, updated_at, version)
     SELECT s.tenant_id, g, 'PO-' || to_char(c.at, 'YYYY') || '-' || lpad(g::text, 7, '0'), o.status,
            1 + g * 7919 % s.vendors, 1 + g * 31 % 10, 2, 'SAR',
            CASE WHEN g % 4 = 0 THEN 'CAPEX' ELSE 'OPEX' END,
            'Contract C-' || lpad((g % greatest(s.orders / 20, 1))::text, 6, '0'), 'Riyadh, warehouse ' || g % 30,
            m.net * s.lines, m.net * s.lines * 0.15, m.net * s.lines * 1.15,
            CASE WHEN o.status = 'draft' THEN 0 ELSE 1 END,
            CASE WHEN o.status <> 'draft' THEN c.at + interval '1 hour' END,
            CASE WHEN o.status IN ('approved', 'completed') THEN c.at + interval '5 hours' END,
            CASE WHEN o.status = 'rejected' THEN c.at + interval '5 hours' END,
            CASE WHEN o.status = 'completed' THEN c.at + interval '20 days' END,
            (c.at + interval '10 days')::date, o.status = 'completed', c.at, c.at + interval '5 hours', 3
       FROM spec s
      CROSS JOIN LATERAL generate_series(1::bigint, s.orders) g
      CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', date_trunc('day', now()) - interval '6 hours' - (s.orders - g) * (interval '${DAYS} days' / s.orders)) AS at) c
      CROSS JOIN LATERAL (SELECT ${orderStatus} AS status) o
      CROSS JOIN LATERAL (SELECT (100 + g * 7919 % 90000)::numeric AS net) m`,
  ],
  [
    'order lines',
    `INSERT INTO purchase_order_items (tenant_id, id, purchase_order_id, line_number, description, quantity, unit,
        unit_price, vat_rate, net_amount, vat_amount, total_amount, received_quantity, invoiced_quantity)
     SELECT o.tenant_id, (o.id - 1) * s.lines + l, o.id, l,
            (ARRAY['Paper', 'Laser printer', 'Desk lamp', 'Steel cabinet', 'Office chair', 'Toner', 'Cable tray', 'Switch'])[1 + ((o.id + l) % 8)::int]
              || ' ' || substr(md5(o.id || '/' || l), 1, 8),
            10, 'box', o.subtotal / s.lines / 10, 15, o.subtotal / s.lines, o.vat_amount / s.lines, o.total_amount / s.lines,
            CASE WHEN o.status = 'completed' THEN 10 ELSE 0 END, CASE WHEN o.status = 'completed' THEN 10 ELSE 0 END
       FROM purchase_orders o JOIN spec s USING (tenant_id) CROSS JOIN LATERAL generate_series(1, s.lines) l`,
  ],
  [
    'approval steps',
    `INSERT INTO approval_steps (tenant_id, id, purchase_order_id, round, step, role, mode, status, member_ids, opened_at, closed_at)
     SELECT o.tenant_id, o.id, o.id, 1, 1, 'department_head', 'any',
            CASE o.status WHEN 'pending_approval' THEN 'pending' WHEN 'rejected' THEN 'rejected' ELSE 'approved' END,
            ARRAY[1], o.submitted_at, CASE WHEN o.status IN ${DECIDED} THEN o.submitted_at + interval '4 hours' END
       FROM purchase_orders o JOIN spec s USING (tenant_id) WHERE s.dressed AND o.status <> 'draft'`,
  ],
  [
    'decisions',
    `INSERT INTO approval_decisions (tenant_id, id, step_id, outcome, decided_by_id, comments, decided_at)
     SELECT o.tenant_id, o.id, o.id, CASE o.status WHEN 'rejected' THEN 'rejected' ELSE 'approved' END, 1, 'As agreed',
            o.submitted_at + interval '4 hours'
       FROM purchase_orders o JOIN spec s USING (tenant_id) WHERE s.dressed AND o.status IN ${DECIDED}`,
  ],
  [
    'documents',
    `INSERT INTO documents (tenant_id, id, purchase_order_id, name, url, created_by_id, created_at)
     SELECT o.tenant_id, o.id, o.id, 'quote.pdf', 'https://files.example/quote-' || o.id || '.pdf', 2, o.created_at
       FROM purchase_orders o JOIN spec s USING (tenant_id) WHERE s.dressed`,
  ],
  [
    'audit entries',
    `INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, request_id, action, entity_type, entity_id)
     SELECT o.tenant_id, o.created_at + a.after, a.by, a.name, a.by, 'seed', a.action, 'purchase_order', o.id
       FROM purchase_orders o JOIN spec s USING (tenant_id)
      CROSS JOIN (VALUES ('created', interval '0', 2, 'requester'), ('submitted', interval '1 hour', 2, 'requester'),
                         ('approved', interval '5 hours', 1, 'owner')) a (action, after, by, name)
      WHERE s.dressed AND (a.action = 'created' OR o.status <> 'draft') AND (a.action <> 'approved' OR o.approved_at IS NOT NULL)`,
  ],
  [
    'invoices',
    `INSERT INTO invoices (tenant_id, id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id,
        purchase_order_id, status, match_status, currency, subtotal, vat_amount, total, paid_amount, invoice_date, due_date,
        description, submitted_at, match, paid_at, created_by_id, created_at, updated_at)
     SELECT o.tenant_id, o.id, 'INV-' || to_char(o.created_at, 'YYYY') || '-' || lpad(o.id::text, 7, '0'), 'V-' || o.id, 'v-' || o.id,
            extract(year FROM o.created_at), o.vendor_id, o.id, i.status,
            CASE i.status WHEN 'paid' THEN 'full_match' ELSE 'mismatch' END, 'SAR', o.subtotal, o.vat_amount, o.total_amount,
            CASE i.status WHEN 'paid' THEN o.total_amount ELSE 0 END, d.billed::date, (d.billed + interval '30 days')::date,
            'Delivery D-' || lpad((o.id % greatest(s.orders / 20, 1))::text, 6, '0'), d.billed,
            '{"po_variance_pct": "1.00", "gr_variance_pct": "0.00", "reasons": [], "lines": []}',
            CASE i.status WHEN 'paid' THEN d.paid END, 2, d.billed, d.paid
       FROM purchase_orders o JOIN spec s USING (tenant_id)
      CROSS JOIN LATERAL (SELECT CASE WHEN o.id % 20 = 1 THEN 'submitted' ELSE 'paid' END AS status) i
      CROSS JOIN LATERAL (SELECT ${byToday("o.approved_at + interval '12 days'")} AS billed, ${byToday("o.approved_at + interval '15 days'")} AS paid) d
      WHERE o.status = 'completed'`,
  ],
  [
    'invoice lines',
    `INSERT INTO invoice_items (tenant_id, id, invoice_id, line_number, purchase_order_item_id, description, quantity, unit,
        unit_price, vat_rate, net_amount, vat_amount, total)
     SELECT i.tenant_id, i.id, i.id, 1, (i.id - 1) * s.lines + 1, 'Goods as ordered', 10, 'box', i.subtotal / 10, 15,
            i.subtotal, i.vat_amount, i.total
       FROM invoices i JOIN spec s USING (tenant_id)`,
  ],
  [
    'payments',
    `INSERT INTO payments (tenant_id, id, invoice_id, amount, paid_at, status_after, paid_after, due_after, created_by_id, created_at)
     SELECT tenant_id, id, id, total, paid_at, 'paid', total, 0, 1, paid_at FROM invoices WHERE status = 'paid'`,
  ],
  [
    'vendor performance',
    `INSERT INTO vendor_performance_periods (tenant_id, vendor_id, grain, day, lines_on_time, lines_late, receipts,
        receipt_days, received, answers, answer_hours, priced_lines)
     SELECT o.tenant_id, o.vendor_id, g.grain, date_trunc(g.grain, o.approved_at)::date, count(*),
            count(*) FILTER (WHERE o.id % 9 = 0), count(*), count(*) * 4, count(*) * 10, count(*), count(*) * 50, count(*)
       FROM purchase_orders o CROSS JOIN (VALUES ('day'), ('month')) g (grain) WHERE o.status = 'completed' GROUP BY 1, 2, 3, 4`,
  ],
  [
    'budgets',
    `INSERT INTO budgets (tenant_id, id, name, category_key, currency, department_id, fiscal_year, status, allocated_amount,
        alert_thresholds, created_at, updated_at)
     SELECT tenant_id, 1, 'General', '', 'SAR', 1, extract(year FROM now()), 'active', 999999999999, '[]', now(), now() FROM spec`,
  ],
  // Without them PostgreSQL would search the invoices of each order one by one.
  ['statistics', 'ANALYZE purchase_orders, invoices'],
  [
    // All orders of the first department are completed, and all their invoices are paid.
    'movements',
    `INSERT INTO budget_movements (tenant_id, budget_id, type, purchase_order_id, invoice_id, expense_type, reserved_change,
        committed_change, spent_change, paid_change, created_by_id, created_at)
     SELECT o.tenant_id, 1, m.type, o.id, CASE WHEN m.invoiced THEN i.id END, o.expense_type, 0, m.bound * o.total_amount,
            m.spent * o.total_amount, m.paid * o.total_amount, 1, ${byToday('o.approved_at + m.after')}
       FROM purchase_orders o JOIN spec s USING (tenant_id)
       JOIN invoices i ON i.tenant_id = o.tenant_id AND i.purchase_order_id = o.id AND i.status = 'paid'
      CROSS JOIN (VALUES ('commit', false, 1, 0, 0, interval '0'), ('relieve', false, -1, 0, 0, interval '12 days'),
                         ('spend', true, 0, 1, 0, interval '12 days'), ('pay', true, 0, 0, 1, interval '15 days'))
            m (type, invoiced, bound, spent, paid, after)
      WHERE o.department_id = 1 AND o.status = 'completed'`,
  ],
  [
    'budgets as their ledgers sum',
    `UPDATE budgets b SET spent_amount = m.spent, paid_amount = m.paid, capex_spent = m.capex, movement_count = m.count
       FROM (SELECT tenant_id, count(*) AS count, sum(spent_change) AS spent, sum(paid_change) AS paid,
                    coalesce(sum(spent_change) FILTER (WHERE expense_type = 'CAPEX'), 0) AS capex
               FROM budget_movements JOIN spec USING (tenant_id) GROUP BY tenant_id) m
      WHERE b.tenant_id = m.tenant_id`,
  ],
  [
    'number series',
    `INSERT INTO number_series (tenant_id, series, year, value)
     SELECT tenant_id, 'PO', extract(year FROM now()), orders FROM spec`,
  ],
  ['order figures', figures('purchase_orders', 'order', 'r.currency')],
  ['invoice figures', figures('invoices', 'invoice', 'r.currency')],
  [
    'payment figures',
    figures(
      'payments',
      'payment',
      '(SELECT i.currency FROM invoices i WHERE i.tenant_id = r.tenant_id AND i.id = r.invoice_id)',
    ),
  ],
  ['vendor figures', figures('vendors', 'vendor', `''`)],
  [
    'performance figures',
    figures('vendor_performance_periods', 'performance', `''`, `replace(x.measure, '.vendor', '')`),
  ],
  ['spending by category', BY_CATEGORY(`SELECT * FROM report_figures WHERE measure LIKE '%.vendor'`)],
  [
    'performance by category',
    BY_CATEGORY(`
      SELECT r.tenant_id, x.measure, g.grain, date_trunc(g.grain, x.day::timestamp)::date AS day, x.key, '' AS currency, x.count, x.amount
        FROM vendor_performance_periods r CROSS JOIN LATERAL report_performance_figures(r) x
       CROSS JOIN (VALUES ('day'), ('month'), ('year')) g (grain)`),
  ],
];
