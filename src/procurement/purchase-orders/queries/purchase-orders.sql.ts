import { peopleSql, stepsSql } from '../../approvals';
import { isoSql, oneContains, rowsByIds } from '../../../platform/database';
import { isActiveDepartment } from '../../../organisation/departments';
import { documentsSql } from '../../documents';
import { personSql } from '../../../organisation/users';
import { type VendorOrdersPort, vendorSql } from '../../vendors';
import { jsonSql } from '../../../platform/records';
import { ORDERS_IN_FORCE } from '../domain/lifecycle';
import { ShownOrder } from '../entities/purchase-order.entity';
import { ShownLine } from '../entities/purchase-order-item.entity';
import { SUMMARY_FIELDS } from './order-rows';

/** Whether an order `o` was approved and is not cancelled. */
export const IN_FORCE = `o.status IN (${ORDERS_IN_FORCE.map((status) => `'${status}'`).join(', ')})`;

const subject = { tenantId: '$1', orderId: 'o.id', amendmentId: '0' };

const ITEMS = `(SELECT coalesce(json_agg(json_build_object(${jsonSql(ShownLine, 'i')}) ORDER BY i.line_number), '[]'::json)
  FROM purchase_order_items i WHERE i.tenant_id = $1 AND i.purchase_order_id = o.id)`;

const TRAIL = `(SELECT coalesce(json_agg(json_build_object(
    'action', a.action, 'user', a.user_name, 'timestamp', ${isoSql('a.occurred_at')}, 'details', nullif(a.details - '{changes,authority,warnings}'::text[], '{}'::jsonb))
    ORDER BY a.id), '[]'::json)
  FROM audit_log a WHERE a.tenant_id = $1 AND a.entity_type = 'purchase_order' AND a.entity_id = o.id)`;

/**
 * Selects full orders without their possible approvers ({@link DECIDERS}). Columns: `order`, `documents`, `cause`.
 * Parameter: tenant.
 * @param cause SQL expression for the JSON value from which the warnings of the order are made
 */
export const ordersSql = (cause: string): string => `
SELECT json_build_object(
    ${jsonSql(ShownOrder, 'o', { omit: ['vendorId', 'departmentId', 'projectId'] })}, 'cancelled_from', o.cancelled_from,
    'vendor', (SELECT json_build_object('id', v.id, 'name', v.name, 'email', v.email)
                 FROM vendors v WHERE v.tenant_id = $1 AND v.id = o.vendor_id),
    'department', (SELECT json_build_object('id', d.id, 'name', d.name, 'code', d.code)
                     FROM departments d WHERE d.tenant_id = $1 AND d.id = o.department_id),
    'project', (SELECT json_build_object('id', p.id, 'name', p.name, 'code', p.code)
                  FROM projects p WHERE p.tenant_id = $1 AND p.id = o.project_id),
    'created_by', ${personSql('$1', 'o.created_by_id')},
    'current_step', o.current_step, 'document_version', o.document_version, 'version', o.version,
    'items', ${ITEMS}, 'audit_trail', ${TRAIL}, 'steps', ${stepsSql(subject)}) AS order,
  ${documentsSql(subject)} AS documents, ${cause} AS cause
  FROM purchase_orders o WHERE o.tenant_id = $1`;

/** The causes of warnings of orders. Parameters: tenant, order ids. */
export const causesSql = (cause: string): string =>
  `SELECT o.id, ${cause} AS cause FROM (${rowsByIds('FROM purchase_orders')}) o`;

/** The tenant's settings. Parameter: tenant. */
export const SETTINGS = '(SELECT t.settings FROM tenants t WHERE t.id = $1)';

/** The users that `prevent_self_approval` excludes from an order `o`: `authorsOf` with duplicates. */
export const AUTHOR_IDS = 'array_remove(o.changed_by_ids || o.created_by_id || o.submitted_by_id, NULL)';
export const AUTHORS = `to_json(${AUTHOR_IDS})`;

/**
 * The possible approvers of a pending order; no row if its version has changed. It is a separate statement because
 * PostgreSQL prepares a whole plan before it runs any part, and this part takes a third as long as the order.
 * Parameters: tenant, order id, version, today.
 */
export const DECIDERS = `
SELECT ${peopleSql({ ...subject, departmentId: 'o.department_id', today: '$4::date' })} AS people,
       ${SETTINGS} AS settings, ${AUTHORS} AS "barredIds"
  FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2 AND o.version = $3`;

/** A `PartiesRow`. Parameters: tenant, order id. */
export const PARTIES = `
SELECT t.name AS tenant_name, d.name_ar AS department_name_ar, p.name_ar AS project_name_ar,
       u.name_ar AS requester_name_ar,
       json_build_object('name', v.name, 'name_ar', v.name_ar, 'contact_name', v.contacts->0->>'name',
         'email', v.email, 'phone', v.phone, 'address', v.address, 'vat_number', v.vat_number,
         'cr_number', v.cr_number, 'payment_terms', v.payment_terms) AS vendor
  FROM purchase_orders o
  JOIN tenants t ON t.id = o.tenant_id
  JOIN vendors v ON v.tenant_id = o.tenant_id AND v.id = o.vendor_id
  JOIN departments d ON d.tenant_id = o.tenant_id AND d.id = o.department_id
  JOIN users u ON u.tenant_id = o.tenant_id AND u.id = o.created_by_id
  LEFT JOIN projects p ON p.tenant_id = o.tenant_id AND p.id = o.project_id
 WHERE o.tenant_id = $1 AND o.id = $2`;

/** The content of an order `o` that an amendment can change. A version stores it. */
export const SNAPSHOT = `jsonb_build_object(
    'currency', o.currency, 'subtotal', o.subtotal, 'vat_amount', o.vat_amount, 'total_amount', o.total_amount,
    'notes', o.notes, 'delivery_address', o.delivery_address, 'expected_delivery_date', o.expected_delivery_date,
    'items', ${ITEMS})`;

/** The summary of an order `o`. The query selects the page before it looks up related records. */
export const SUMMARY = `json_build_object(
    ${jsonSql(ShownOrder, 'o', { only: SUMMARY_FIELDS })}, 'cancelled_from', o.cancelled_from,
    'vendor', ${vendorSql('$1', 'o.vendor_id')},
    'department', (SELECT json_build_object('id', d.id, 'name', d.name)
                     FROM departments d WHERE d.tenant_id = $1 AND d.id = o.department_id))`;

/** The records `n` that a list can be sorted by name. */
export const FROM_NAMED = { vendor: 'FROM vendors n', department: 'FROM departments n' } as const;

/** Parameters: tenant, vendor. */
export const VENDOR = 'SELECT 1 FROM vendors WHERE tenant_id = $1 AND id = $2';

/** A search row by row, for texts that are too short for the index. */
export const ROW_BY_ROW = (at: string): string => `(${oneContains(['o.po_number', 'o.notes'])(at)}
    OR EXISTS (SELECT FROM vendors v WHERE v.tenant_id = o.tenant_id AND v.id = o.vendor_id
                  AND ${oneContains(['v.name', 'v.name_ar'])(at)})
    OR EXISTS (SELECT FROM purchase_order_items i WHERE i.tenant_id = o.tenant_id AND i.purchase_order_id = o.id
                  AND ${oneContains(['i.description'])(at)}))`;

/** The total amount of a vendor's orders; see {@link VendorOrdersPort}. */
export const spentSql: VendorOrdersPort['spentSql'] = ({ tenantId, vendorId, currency }) =>
  `(SELECT coalesce(sum(o.total_amount), 0) FROM purchase_orders o
     WHERE o.tenant_id = ${tenantId} AND o.vendor_id = ${vendorId} AND ${IN_FORCE}
       AND o.currency = ${currency})`;

/** Fields whose record is missing or inactive, as `field`. Parameters: tenant, department, project (may be null). */
export const MISSING_PLACES = `
SELECT 'department_id' AS field WHERE $2::bigint IS NOT NULL
   AND NOT ${isActiveDepartment({ tenantId: '$1', id: '$2' })}
 UNION ALL
SELECT 'project_id' WHERE $3::bigint IS NOT NULL
   AND NOT EXISTS (SELECT FROM projects WHERE tenant_id = $1 AND id = $3 AND is_active)`;
