const iso = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One order in the response format of Form A. Parameters: tenant, id. */
export const GET_ORDER = `
SELECT json_build_object(
    'id', o.id, 'po_number', o.po_number, 'status', o.status,
    'vendor', (SELECT json_build_object('id', v.id, 'name', v.name, 'email', v.email)
                 FROM vendors v WHERE v.tenant_id = $1 AND v.id = o.vendor_id),
    'department', (SELECT json_build_object('id', d.id, 'name', d.name, 'code', d.code)
                     FROM departments d WHERE d.tenant_id = $1 AND d.id = o.department_id),
    'project', (SELECT json_build_object('id', p.id, 'name', p.name, 'code', p.code)
                  FROM projects p WHERE p.tenant_id = $1 AND p.id = o.project_id),
    'created_by', (SELECT json_build_object('id', u.id, 'name', u.name_en)
                     FROM users u WHERE u.tenant_id = $1 AND u.id = o.created_by_id),
    'currency', o.currency, 'expense_type', o.expense_type, 'subtotal', o.subtotal, 'vat_amount', o.vat_amount,
    'total_amount', o.total_amount, 'notes', o.notes, 'delivery_address', o.delivery_address,
    'expected_delivery_date', o.expected_delivery_date,
    'items', (SELECT json_agg(json_build_object(
        'id', i.id, 'line_number', i.line_number, 'description', i.description, 'quantity', i.quantity, 'unit', i.unit,
        'unit_price', i.unit_price, 'vat_rate', i.vat_rate, 'vat_amount', i.vat_amount, 'total', i.total_amount,
        'received_quantity', i.received_quantity, 'invoiced_quantity', i.invoiced_quantity,
        'closed_quantity', i.closed_quantity, 'open_quantity', greatest(i.quantity - i.closed_quantity - i.invoiced_quantity, 0),
        'external_id', i.external_id, 'metadata', i.metadata) ORDER BY i.line_number)
      FROM purchase_order_items i WHERE i.tenant_id = $1 AND i.purchase_order_id = o.id),
    'approvals', (SELECT json_agg(json_build_object(
        'step', s.step, 'approver', coalesce(b.name_en, s.role), 'approver_id', d.decided_by_id, 'status', s.status,
        'approved_at', CASE d.outcome WHEN 'approved' THEN ${iso('d.decided_at')} END, 'comments', d.comments,
        'decided_at', ${iso('d.decided_at')}, 'on_behalf_of', f.name_en, 'on_behalf_of_id', d.on_behalf_of_id, 'override', coalesce(d.override, false),
        'round', s.round) ORDER BY s.round, s.step, d.id)
      FROM approval_steps s
      LEFT JOIN approval_decisions d ON d.tenant_id = $1 AND d.step_id = s.id
      LEFT JOIN users b ON b.tenant_id = $1 AND b.id = d.decided_by_id
      LEFT JOIN users f ON f.tenant_id = $1 AND f.id = d.on_behalf_of_id
     WHERE s.tenant_id = $1 AND s.purchase_order_id = o.id AND coalesce(s.amendment_id, 0) = 0),
    'attachments', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size, 'url',
        coalesce(a.url, '/v1/documents/' || a.id || '/download')) ORDER BY a.id), '[]'::json)
      FROM documents a WHERE a.tenant_id = $1 AND a.purchase_order_id = o.id),
    'audit_trail', (SELECT json_agg(json_build_object('action', t.action, 'user', t.user_name, 'timestamp',
        ${iso('t.occurred_at')}, 'details', t.details) ORDER BY t.id)
      FROM audit_log t WHERE t.tenant_id = $1 AND t.entity_type = 'purchase_order' AND t.entity_id = o.id),
    'current_approval_step', o.current_step, 'pending_approvers', '[]'::json, 'version', o.document_version,
    'external_id', o.external_id, 'metadata', o.metadata,
    'created_at', ${iso('o.created_at')}, 'updated_at', ${iso('o.updated_at')}, 'submitted_at', ${iso('o.submitted_at')},
    'approved_at', ${iso('o.approved_at')}, 'rejected_at', ${iso('o.rejected_at')}, 'rejection_reason', o.rejection_reason,
    'cancelled_at', ${iso('o.cancelled_at')}, 'cancellation_reason', o.cancellation_reason,
    'completed_at', ${iso('o.completed_at')}, 'closed_at', ${iso('o.closed_at')}, 'close_reason', o.close_reason,
    'warnings', CASE WHEN EXISTS (SELECT FROM budget_movements m
        WHERE m.tenant_id = $1 AND m.purchase_order_id = o.id AND m.committed_change > 0) THEN '[]'
      ELSE '[{"code": "NO_BUDGET", "message": "No budget covers this document."}]'::json END) AS data,
  o.version
  FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2`;

/** The first page of orders. Parameters: tenant, rows. */
export const LIST_ORDERS = `
SELECT json_agg(json_build_object(
    'id', o.id, 'po_number', o.po_number, 'status', o.status,
    'vendor', (SELECT json_build_object('id', v.id, 'name', v.name)
                 FROM vendors v WHERE v.tenant_id = $1 AND v.id = o.vendor_id),
    'department', (SELECT json_build_object('id', d.id, 'name', d.name)
                     FROM departments d WHERE d.tenant_id = $1 AND d.id = o.department_id),
    'currency', o.currency, 'subtotal', o.subtotal, 'vat_amount', o.vat_amount, 'total_amount', o.total_amount,
    'external_id', o.external_id, 'metadata', o.metadata,
    'created_at', ${iso('o.created_at')}, 'approved_at', ${iso('o.approved_at')})
    ORDER BY o.created_at DESC, o.id DESC) AS data
  FROM (SELECT * FROM purchase_orders WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) o`;

/** The number of orders, from the service's counters. Parameters: tenant. */
export const COUNT_ORDERS = `
SELECT coalesce(sum(count), 0)::bigint AS total FROM (
  SELECT count FROM report_figures WHERE tenant_id = $1 AND measure = 'order_list' AND grain = 'month'
  UNION ALL
  SELECT count FROM report_entries WHERE tenant_id = $1 AND measure = 'order_list') AS counted`;

/** Whether vendor and department can be used, and the tenant's currency. Parameters: tenant, vendor, department. */
export const REFERENCES = `
SELECT t.currency, t.settings,
       (SELECT v.status FROM vendors v WHERE v.tenant_id = $1 AND v.id = $2) AS vendor_status,
       EXISTS (SELECT FROM departments d WHERE d.tenant_id = $1 AND d.id = $3 AND d.is_active) AS department_usable
  FROM tenants t WHERE t.id = $1`;

/** Assigns a number. Parameters: tenant, year. */
export const NUMBER = `
INSERT INTO number_series AS s (tenant_id, series, year, value) VALUES ($1, 'PO', $2, 1)
ON CONFLICT (tenant_id, series, year) DO UPDATE SET value = s.value + 1 RETURNING value`;

/** Parameters: tenant, number, vendor, department, user, notes, subtotal, vat, total, time. */
export const INSERT_ORDER = `
INSERT INTO purchase_orders (tenant_id, po_number, status, vendor_id, department_id, created_by_id, currency, expense_type,
    notes, subtotal, vat_amount, total_amount, created_at, updated_at)
VALUES ($1, $2, 'draft', $3, $4, $5, 'SAR', 'OPEX', $6, $7, $8, $9, $10, $10) RETURNING id`;

const LINE = `line_number int, description text, quantity numeric, unit text, unit_price numeric, vat_rate numeric,
  net_amount numeric, vat_amount numeric, total_amount numeric`;

/** Parameters: tenant, order, lines as JSON. */
export const INSERT_LINES = `
INSERT INTO purchase_order_items (tenant_id, purchase_order_id, line_number, description, quantity, unit, unit_price,
    vat_rate, net_amount, vat_amount, total_amount)
SELECT $1, $2, l.* FROM jsonb_to_recordset($3::jsonb) AS l (${LINE}) RETURNING id, line_number`;

/** Parameters: tenant, time, user, user's name, token, order. */
export const INSERT_AUDIT = `
INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, action, entity_type, entity_id)
VALUES ($1, $2, $3, $4, $5, 'created', 'purchase_order', $6)`;

/** Parameters: tenant, event's id, body, time. */
export const INSERT_EVENT = `
INSERT INTO events (tenant_id, event_id, name, body, created_at) VALUES ($1, $2, 'purchase_order.created', $3, $4) RETURNING id`;

/** Parameters: tenant, event, time. */
export const INSERT_DELIVERIES = `
INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, due_at, created_at)
SELECT $1, w.id, $2, 'pending', $3, $3 FROM webhook_subscriptions w
 WHERE w.tenant_id = $1 AND w.deleted_at IS NULL AND w.is_active AND w.events @> ARRAY['purchase_order.created']`;

/**
 * The whole create in one statement with its own commit. Parameters: tenant, year, vendor, department, user, notes,
 * subtotal, vat, total, time, lines, user's name, token, event's id, the event's body with \`%ID%\` and \`%PO%\`.
 */
export const CREATE_ORDER = `
WITH refs AS (
  SELECT t.id AS tenant_id FROM tenants t
   WHERE t.id = $1
     AND EXISTS (SELECT FROM vendors v WHERE v.tenant_id = $1 AND v.id = $3 AND v.status = 'active')
     AND EXISTS (SELECT FROM departments d WHERE d.tenant_id = $1 AND d.id = $4 AND d.is_active)
), n AS (
  INSERT INTO number_series AS s (tenant_id, series, year, value) SELECT tenant_id, 'PO', $2, 1 FROM refs
  ON CONFLICT (tenant_id, series, year) DO UPDATE SET value = s.value + 1
  RETURNING 'PO-' || $2::int || '-' || lpad(value::text, 6, '0') AS po_number
), o AS (
  INSERT INTO purchase_orders (tenant_id, po_number, status, vendor_id, department_id, created_by_id, currency,
      expense_type, notes, subtotal, vat_amount, total_amount, created_at, updated_at)
  SELECT $1, n.po_number, 'draft', $3, $4, $5, 'SAR', 'OPEX', $6, $7, $8, $9, $10, $10 FROM n RETURNING id, po_number
), i AS (
  INSERT INTO purchase_order_items (tenant_id, purchase_order_id, line_number, description, quantity, unit, unit_price,
      vat_rate, net_amount, vat_amount, total_amount)
  SELECT $1, o.id, l.* FROM o, jsonb_to_recordset($11::jsonb) AS l (${LINE}) RETURNING id, line_number
), a AS (
  INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, action, entity_type, entity_id)
  SELECT $1, $10, $5, $12, $13, 'created', 'purchase_order', o.id FROM o
), e AS (
  INSERT INTO events (tenant_id, event_id, name, body, created_at)
  SELECT $1, $14, 'purchase_order.created', replace(replace($15, '"%ID%"', o.id::text), '%PO%', o.po_number), $10 FROM o
  RETURNING id
), w AS (
  INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, due_at, created_at)
  SELECT $1, w.id, e.id, 'pending', $10, $10 FROM e, webhook_subscriptions w
   WHERE w.tenant_id = $1 AND w.deleted_at IS NULL AND w.is_active AND w.events @> ARRAY['purchase_order.created']
)
SELECT o.id, o.po_number, (SELECT json_agg(i.id ORDER BY i.line_number) FROM i) AS item_ids FROM o`;
