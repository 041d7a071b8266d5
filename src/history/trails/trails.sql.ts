export type Subject = 'purchase_order' | 'invoice';

/** If there are more entries of a kind than both together, only the first and the last ones are shown. */
export const FIRST_SHOWN = 100;
export const LAST_SHOWN = 200;

const NUMBERED: Readonly<Record<Subject, string>> = {
  purchase_order: 'o.po_number AS number, o.id, o.status FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2',
  invoice: 'i.invoice_number AS number, i.id, i.status FROM invoices i WHERE i.tenant_id = $1 AND i.id = $2',
};

/** Values: tenant, id. @param cause SQL of the cause of its warnings */
export const subjectSql = (subject: Subject, cause: string): string => `SELECT ${cause} AS cause, ${NUMBERED[subject]}`;

/** Documents in the trail. An invoice's trail includes its order, and the receipts recorded before its approval. */
const DOCUMENTS: Readonly<Record<Subject, string>> = {
  purchase_order: `
    SELECT 'purchase_order' AS type, o.id, o.po_number AS number FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2
    UNION ALL
    SELECT 'goods_receipt', g.id, g.gr_number FROM goods_receipts g WHERE g.tenant_id = $1 AND g.purchase_order_id = $2
    UNION ALL
    SELECT 'invoice', i.id, i.invoice_number FROM invoices i WHERE i.tenant_id = $1 AND i.purchase_order_id = $2`,
  invoice: `
    SELECT 'invoice' AS type, i.id, i.invoice_number AS number FROM invoices i WHERE i.tenant_id = $1 AND i.id = $2
    UNION ALL
    SELECT 'purchase_order', o.id, o.po_number
      FROM invoices i JOIN purchase_orders o ON o.tenant_id = $1 AND o.id = i.purchase_order_id
     WHERE i.tenant_id = $1 AND i.id = $2
    UNION ALL
    SELECT 'goods_receipt', g.id, g.gr_number
      FROM invoices i JOIN goods_receipts g ON g.tenant_id = $1 AND g.purchase_order_id = i.purchase_order_id
     WHERE i.tenant_id = $1 AND i.id = $2 AND (i.approved_at IS NULL OR g.created_at <= i.approved_at)`,
};

const SHOWN = `place <= ${FIRST_SHOWN} OR place > of_all - ${LAST_SHOWN}`;

/** A row's position in its kind, and the rows of that kind. With {@link SHOWN}, a query omits rows in the middle. */
const placed = (kind: string, order: string): string => `
  row_number() OVER (PARTITION BY ${kind} ORDER BY ${order}) AS place, count(*) OVER (PARTITION BY ${kind}) AS of_all`;

/** Paths of user ids in the details. Names are not stored there, because they would remain after an anonymisation. */
const NAMED_BY = [
  'authority,delegation,user_id',
  'authority,delegation,granted_by_id',
  'bank_account,entered_by_id',
  'bank_account,verified_by_id',
];

/**
 * Audit entries of the documents, and budget overrides for them, with the name of the token. Values: tenant, id.
 * Selects entries by key first, and reads details only of those shown.
 */
export const entriesSql = (subject: Subject): string => `
WITH involved AS (${DOCUMENTS[subject]}
), charged AS (
  SELECT DISTINCT m.budget_id FROM involved d
    JOIN budget_movements m ON m.tenant_id = $1
     AND ((d.type = 'purchase_order' AND m.purchase_order_id = d.id) OR (d.type = 'invoice' AND m.invoice_id = d.id))
), found AS (
  SELECT a.id, a.occurred_at, d.type, d.number
    FROM involved d JOIN audit_log a ON a.tenant_id = $1 AND a.entity_type = d.type AND a.entity_id = d.id
  UNION ALL
  SELECT a.id, a.occurred_at, 'budget', b.name
    FROM charged c
    JOIN budgets b ON b.tenant_id = $1 AND b.id = c.budget_id
    JOIN audit_log a ON a.tenant_id = $1 AND a.entity_type = 'budget' AND a.entity_id = b.id AND a.action = 'overridden'
   WHERE EXISTS (
     SELECT FROM involved d
      WHERE d.type = CASE WHEN a.details->>'invoice_id' IS NULL THEN 'purchase_order' ELSE 'invoice' END
        AND d.id = coalesce((a.details->>'invoice_id')::bigint, (a.details->>'purchase_order_id')::bigint))
), placed AS (
  SELECT found.*, ${placed('type', 'occurred_at, id')} FROM found
)
SELECT p.type, p.number, p.of_all, a.id, a.occurred_at AS at, a.user_id, a.user_name, a.token_id, t.name AS token_name,
       a.request_id, a.action, a.entity_id, a.details,
       (SELECT json_object_agg(u.id, u.name_en) FROM users u
         WHERE u.tenant_id = $1 AND u.id IN (${NAMED_BY.map((path) => `(a.details#>>'{${path}}')::bigint`).join(', ')})) AS people
  FROM placed p
  JOIN audit_log a ON a.tenant_id = $1 AND a.id = p.id
  LEFT JOIN api_tokens t ON t.tenant_id = $1 AND t.id = a.token_id
 WHERE ${SHOWN}
 ORDER BY a.occurred_at, a.id`;

const INVOICES: Readonly<Record<Subject, string>> = {
  purchase_order: 'i.purchase_order_id = $2',
  invoice: 'i.id = $2',
};

/** The matches of approved invoices at the time of their approval. Values: tenant, id. */
export const matchesSql = (subject: Subject): string => `
WITH placed AS (
  SELECT i.*, ${placed('true', 'i.approved_at, i.id')}
    FROM invoices i WHERE i.tenant_id = $1 AND ${INVOICES[subject]} AND i.approved_at IS NOT NULL
)
SELECT p.id, p.invoice_number AS number, p.of_all, p.match_status, p.match, p.approved_at AS at, p.overridden
  FROM placed p WHERE ${SHOWN} ORDER BY p.approved_at, p.id`;

const MOVED: Readonly<Record<Subject, string>> = {
  purchase_order: 'm.purchase_order_id = $2',
  invoice: `(m.invoice_id = $2 OR (m.invoice_id IS NULL AND m.purchase_order_id =
    (SELECT i.purchase_order_id FROM invoices i WHERE i.tenant_id = $1 AND i.id = $2)))`,
};

/** Movements of budgets. Values: tenant, id. */
export const movementsSql = (subject: Subject): string => `
WITH placed AS (
  SELECT m.*, ${placed('true', 'm.id')} FROM budget_movements m WHERE m.tenant_id = $1 AND ${MOVED[subject]}
)
SELECT p.id, p.of_all, p.created_at AS at, p.type AS movement, p.purchase_order_id, p.invoice_id, p.expense_type,
       p.reserved_change, p.committed_change, p.spent_change, p.paid_change, b.id AS budget_id, b.name AS budget_name,
       b.currency, u.id AS user_id, u.name_en AS user_name
  FROM placed p
  JOIN budgets b ON b.tenant_id = $1 AND b.id = p.budget_id
  LEFT JOIN users u ON u.tenant_id = $1 AND u.id = p.created_by_id
 WHERE ${SHOWN}
 ORDER BY p.id`;

const ABOUT: Readonly<Record<Subject, string>> = {
  purchase_order: `(e.body::jsonb->'data'->>'purchase_order_id')::bigint = $2`,
  invoice: `((e.body::jsonb->'data'->>'invoice_id')::bigint = $2 OR (NOT e.body::jsonb->'data' ? 'invoice_id'
    AND (e.body::jsonb->'data'->>'purchase_order_id')::bigint =
      (SELECT i.purchase_order_id FROM invoices i WHERE i.tenant_id = $1 AND i.id = $2)))`,
};

/**
 * Retained deliveries of events about the documents. An event has about the time of its audit entry, so an index finds
 * it without reading all events. Values: tenant, id, times of entries.
 */
export const deliveriesSql = (subject: Subject): string => `
WITH told AS (
  SELECT DISTINCT d.event_id FROM unnest($3::timestamptz[]) AS entry (at)
    JOIN webhook_deliveries d ON d.tenant_id = $1
     AND d.created_at BETWEEN entry.at - interval '1 second' AND entry.at + interval '1 second'
), placed AS (
  SELECT d.*, e.name, e.event_id AS uuid, e.created_at AS told_at, ${placed('true', 'd.id')}
    FROM told
    JOIN events e ON e.tenant_id = $1 AND e.id = told.event_id
    JOIN webhook_deliveries d ON d.tenant_id = $1 AND d.event_id = e.id
   WHERE (e.name LIKE 'purchase_order.%' OR e.name LIKE 'goods_receipt.%' OR e.name LIKE 'invoice.%') AND ${ABOUT[subject]}
)
SELECT p.id, p.of_all, p.told_at AS at, p.name AS event, p.uuid AS event_id, p.status, p.attempts, p.is_redelivery,
       p.finished_at, s.id AS subscription_id, s.name AS subscription_name
  FROM placed p JOIN webhook_subscriptions s ON s.tenant_id = $1 AND s.id = p.subscription_id
 WHERE ${SHOWN}
 ORDER BY p.id`;
