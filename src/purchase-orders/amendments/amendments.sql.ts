import { peopleSql, stepsSql } from '../../approvals';
import { isoSql } from '../../database';
import { personSql } from '../../users';
import { SNAPSHOT } from '../queries/purchase-orders.sql';

const subject = { tenantId: '$1', orderId: 'a.purchase_order_id', amendmentId: 'a.id' };

/** The amendments of an order as `AmendmentRow`s, for a condition or an order to follow. Values: tenant, order, today. */
export const AMENDMENTS = `
SELECT json_build_object(
    'id', a.id, 'purchase_order_id', a.purchase_order_id, 'amendment_number', a.amendment_number, 'status', a.status,
    'reason', a.reason, 'changes', a.changes, 'currency', o.currency, 'total_before', a.total_before,
    'total_after', a.total_after, 'current_step', a.current_step, 'department_id', o.department_id,
    'created_by', ${personSql('$1', 'a.created_by_id')},
    'created_at', ${isoSql('a.created_at')}, 'decided_at', ${isoSql('a.decided_at')},
    'decision_reason', a.decision_reason, 'updated_at', ${isoSql('a.updated_at')}, 'version', a.version,
    'steps', ${stepsSql(subject)},
    'people', CASE WHEN a.status = 'pending'
                THEN ${peopleSql({ ...subject, departmentId: 'o.department_id', today: '$3::date' })} END,
    'settings', (SELECT t.settings FROM tenants t WHERE t.id = $1)) AS row
  FROM purchase_order_amendments a
  JOIN purchase_orders o ON o.tenant_id = a.tenant_id AND o.id = a.purchase_order_id
 WHERE a.tenant_id = $1 AND a.purchase_order_id = $2`;

/** The versions of an order as `VersionRow`s, for an order to follow. Values: tenant, order. */
export const VERSIONS = `
SELECT row FROM (
  SELECT v.version_number AS version, json_build_object(
      'version', v.version_number, 'is_current', false, 'snapshot', v.snapshot,
      'superseded_at', ${isoSql('v.superseded_at')},
      'superseded_by', (SELECT json_build_object('id', a.id, 'number', a.amendment_number, 'reason', a.reason)
                          FROM purchase_order_amendments a WHERE a.tenant_id = $1 AND a.id = v.superseded_by_id)) AS row
    FROM purchase_order_versions v WHERE v.tenant_id = $1 AND v.purchase_order_id = $2
  UNION ALL
  SELECT o.document_version, json_build_object(
      'version', o.document_version, 'is_current', true, 'snapshot', ${SNAPSHOT},
      'superseded_at', NULL, 'superseded_by', NULL)
    FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2) versions`;
