import { isoSql, oneContains } from '../../../platform/database';
import { isActiveDepartment } from '../../../organisation/departments';
import { peopleSql, stepsSql } from '../../approvals';
import { documentsSql } from '../../documents';
import { personSql } from '../../../organisation/users';
import { paidAccountSql, vendorSql } from '../../vendors';
import { jsonSql, selectSql } from '../../../platform/records';
import { ShownInvoice, ShownInvoiceItem } from '../entities/invoice.entity';
import { ShownPayment } from '../entities/payment.entity';
import { NOT_JUDGED_BY } from '../entities/stored-invoice';
import { HEAD, HEAD_FACTS } from '../http/answers';
import { CREDIT_NOTES } from './credit-notes.sql';

export const BLOCKED = `v.status IN ('blocked', 'blacklisted')`;

const SUMMARY_FIELDS = jsonSql(ShownInvoice, 'i', { only: [...HEAD, ...HEAD_FACTS] });

const ORDER_REF = `(SELECT json_build_object('id', o.id, 'po_number', o.po_number)
    FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = i.purchase_order_id)`;

/** An {@link InvoiceSummaryRow} of an invoice `i`. $1 is the tenant. */
export const SUMMARY = `json_build_object(${SUMMARY_FIELDS},
    'vendor', ${vendorSql('$1', 'i.vendor_id')},
    'purchase_order', ${ORDER_REF})`;

export const exceptionSql = (causes: string): string => `json_build_object(${SUMMARY_FIELDS},
    'vendor', (SELECT json_build_object('id', v.id, 'name', v.name, 'status', v.status)
                 FROM vendors v WHERE v.tenant_id = $1 AND v.id = i.vendor_id),
    'purchase_order', ${ORDER_REF},
    'submitted_at', ${isoSql('i.submitted_at')}, 'match', i.match, 'causes', ${causes})`;

const LINES = `(SELECT coalesce(json_agg(json_build_object(
      ${jsonSql(ShownInvoiceItem, 'l', { omit: ['purchaseOrderItemId', 'total'] })}, 'line_total', l.total,
      'po_line_id', coalesce(l.purchase_order_item_id, l.matched_item_id)) ORDER BY l.line_number), '[]'::json)
    FROM invoice_items l WHERE l.tenant_id = $1 AND l.invoice_id = i.id)`;

const RECEIPTS = `(SELECT coalesce(json_agg(json_build_object('id', g.id, 'gr_number', g.gr_number, 'status', g.status)
      ORDER BY g.id DESC), '[]'::json)
    FROM goods_receipts g WHERE g.tenant_id = $1 AND g.purchase_order_id = i.purchase_order_id)`;

const REVERSED_BY = '(SELECT r.id FROM payments r WHERE r.tenant_id = $1 AND r.reverses_id = p.id)';

const PAYMENTS = `(SELECT coalesce(json_agg(json_build_object(${jsonSql(ShownPayment, 'p')}, 'reversed_by_id', ${REVERSED_BY},
      'recorded_by', ${personSql('$1', 'p.created_by_id')}, 'bank_account', ${paidAccountSql('p')}) ORDER BY p.id), '[]'::json)
    FROM payments p WHERE p.tenant_id = $1 AND p.invoice_id = i.id)`;

const subject = { tenantId: '$1', invoiceId: 'i.id' };
const departmentId = 'coalesce(o.department_id, i.department_id)';

/**
 * The roles of tenant $1 with `invoices.approve`, as `text[]`.
 * @param initial SQL of the roles that have it by default, as `text[]`
 */
export function decidingRolesSql(initial: string): string {
  return `ARRAY(
    SELECT initial.role FROM unnest(${initial}) AS initial (role)
     WHERE NOT EXISTS (SELECT FROM role_permissions r WHERE r.tenant_id = $1 AND r.role = initial.role)
    UNION
    SELECT r.role FROM role_permissions r WHERE r.tenant_id = $1 AND 'invoices.approve' = ANY (r.permissions))`;
}

const DECIDING_ROLES = decidingRolesSql('$5::text[]');

/**
 * Users who created, changed or submitted an invoice `i` or posted active receipts of its order. With
 * `prevent_self_approval` they may not decide it.
 */
export const INVOLVED = `array_remove(ARRAY[i.created_by_id, i.submitted_by_id] || i.changed_by_ids || ARRAY(
    SELECT g.created_by_id FROM goods_receipts g
     WHERE g.tenant_id = i.tenant_id AND g.purchase_order_id = i.purchase_order_id AND g.status = 'posted'), NULL)`;

/**
 * Possible approvers of a pending invoice, with or without steps. No row if the version has changed. Values: tenant,
 * invoice, version, today, roles.
 */
export const DECIDERS = `
SELECT ${peopleSql({ ...subject, departmentId, today: '$4::date', roles: DECIDING_ROLES })} AS people,
       ${departmentId} AS department_id, ${DECIDING_ROLES} AS roles, to_jsonb(${INVOLVED}) AS involved,
       (SELECT t.settings FROM tenants t WHERE t.id = $1) AS settings
  FROM invoices i LEFT JOIN purchase_orders o ON o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id
 WHERE i.tenant_id = $1 AND i.id = $2 AND i.version = $3`;

/**
 * Invoices with all details. An {@link InvoiceRow} in two halves, because json_build_object accepts at most 100
 * arguments. Values: tenant.
 * @param causes SQL of the causes of warnings, as JSON
 */
export const wholeSql = (causes: string): string => `
SELECT json_build_object(${jsonSql(ShownInvoice, 'i')}, 'version', i.version, 'match', i.match,
    'last_matched_at', ${isoSql('i.last_matched_at')}, 'current_step', i.current_step) AS head,
  json_build_object(
    'vendor', (SELECT json_build_object('id', v.id, 'name', v.name, 'email', v.email, 'vat_number', v.vat_number)
                 FROM vendors v WHERE v.tenant_id = $1 AND v.id = i.vendor_id),
    'purchase_order', (SELECT json_build_object('id', o.id, 'po_number', o.po_number, 'status', o.status,
                         'total_inc_vat', o.total_amount)
                         FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = i.purchase_order_id),
    'department', (SELECT json_build_object('id', d.id, 'name', d.name)
                     FROM departments d WHERE d.tenant_id = $1 AND d.id = i.department_id),
    'goods_receipts', ${RECEIPTS}, 'line_items', ${LINES}, 'payments', ${PAYMENTS}, 'credit_notes', ${CREDIT_NOTES}, 'documents', ${documentsSql(subject)},
    'steps', ${stepsSql(subject)},
    'approved_by', ${personSql('$1', 'i.approved_by_id')}, 'created_by', ${personSql('$1', 'i.created_by_id')}) AS rest, ${causes} AS causes
  FROM invoices i WHERE i.tenant_id = $1`;

/** Payments with recording user and reversal. Append a condition over `p`. Values: tenant, invoice. */
export const RECORDED_PAYMENTS = `
SELECT ${selectSql(ShownPayment, 'p')}, p.status_after AS "statusAfter", p.paid_after AS "paidAfter",
       p.due_after AS "dueAfter", p.bank_account_id AS "bankAccountId", p.bank_account_verified AS "bankAccountVerified",
       ${personSql('$1', 'p.created_by_id')} AS "recordedBy", ${REVERSED_BY} AS "reversedById"
  FROM payments p WHERE p.tenant_id = $1 AND p.invoice_id = $2`;

/** Invoices with their lines. Append a condition over `i`. $1 is the tenant. */
export const STORED = `
SELECT ${selectSql(ShownInvoice, 'i', { omit: NOT_JUDGED_BY })}, i.version, i.current_step AS "currentStep",
       i.created_by_id AS "createdById", i.submitted_by_id AS "submittedById", i.approved_by_id AS "approvedById",
       to_jsonb(i.changed_by_ids) AS "changedByIds",
       EXISTS (SELECT FROM vendors v WHERE v.tenant_id = i.tenant_id AND v.id = i.vendor_id AND ${BLOCKED}) AS "vendorBlocked",
       (SELECT coalesce(json_agg(json_build_object('id', l.id, 'lineNumber', l.line_number,
                 'poLineId', l.purchase_order_item_id, 'description', l.description, 'unit', l.unit,
                 'quantity', l.quantity::text, 'unitPrice', l.unit_price::text, 'vatRate', l.vat_rate::text,
                 'creditedQuantity', l.credited_quantity::text, 'externalId', l.external_id, 'metadata', l.metadata) ORDER BY l.line_number), '[]'::json)
          FROM invoice_items l WHERE l.tenant_id = i.tenant_id AND l.invoice_id = i.id) AS lines
  FROM invoices i WHERE i.tenant_id = $1`;

/** The order of a new invoice, in any status: only the match checks the status. Values: tenant, order. */
export const BILLED_ORDER = `
SELECT o.id, o.vendor_id AS "vendorId", o.department_id AS "departmentId", o.currency,
       (SELECT coalesce(json_agg(json_build_object('id', i.id, 'description', i.description, 'unit', i.unit,
                 'unitPrice', i.unit_price::text, 'vatRate', i.vat_rate::text)), '[]'::json)
          FROM purchase_order_items i WHERE i.tenant_id = o.tenant_id AND i.purchase_order_id = o.id) AS lines
  FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2`;

export const DEPARTMENT = `SELECT WHERE ${isActiveDepartment({ tenantId: '$1', id: '$2' })}`;

/** SQL version of `paymentStatus`. */
export const PAYMENT_STATUS = (today: string): string => `CASE
    WHEN i.status IN ('draft', 'cancelled') THEN 'unpaid'
    WHEN i.total - i.credited_amount - i.paid_amount <= 0 THEN 'paid'
    WHEN i.due_date < ${today} THEN 'overdue'
    WHEN i.paid_amount > 0 THEN 'partial'
    ELSE 'unpaid' END`;

export const OF_PROJECT = (project: string): string => `EXISTS (
    SELECT FROM purchase_orders o
     WHERE o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id AND o.project_id = ${project})`;

/** Searches text row by row, if it is too short for the index. */
export const ROW_BY_ROW = (
  at: string,
): string => `(${oneContains(['i.invoice_number', 'i.vendor_invoice_number', 'i.description'])(at)}
    OR EXISTS (SELECT FROM vendors v WHERE v.tenant_id = i.tenant_id AND v.id = i.vendor_id
              AND ${oneContains(['v.name', 'v.name_ar'])(at)}))`;
