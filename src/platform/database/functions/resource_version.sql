-- The version of a record after the changes of this transaction, for its event.
--
-- Takes: kind, the resource type of events; record, its id.
-- Returns: the version; null for kinds without versions and for a missing record.
-- Called by: src/platform/database/transaction/outbox-events.ts.
CREATE OR REPLACE FUNCTION resource_version(kind text, record bigint)
RETURNS integer
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
BEGIN
  CASE kind
    WHEN 'purchase_order' THEN RETURN (SELECT o.version FROM purchase_orders o WHERE o.tenant_id = tenant AND o.id = record);
    WHEN 'invoice' THEN RETURN (SELECT i.version FROM invoices i WHERE i.tenant_id = tenant AND i.id = record);
    WHEN 'goods_receipt' THEN RETURN (SELECT g.version FROM goods_receipts g WHERE g.tenant_id = tenant AND g.id = record);
    WHEN 'vendor' THEN RETURN (SELECT v.version FROM vendors v WHERE v.tenant_id = tenant AND v.id = record);
    WHEN 'budget' THEN RETURN (SELECT b.version FROM budgets b WHERE b.tenant_id = tenant AND b.id = record);
    WHEN 'department' THEN RETURN (SELECT d.version FROM departments d WHERE d.tenant_id = tenant AND d.id = record);
    WHEN 'project' THEN RETURN (SELECT p.version FROM projects p WHERE p.tenant_id = tenant AND p.id = record);
    WHEN 'user' THEN RETURN (SELECT u.version FROM users u WHERE u.tenant_id = tenant AND u.id = record);
    WHEN 'webhook' THEN RETURN (SELECT w.version FROM webhook_subscriptions w WHERE w.tenant_id = tenant AND w.id = record AND w.deleted_at IS NULL);
    ELSE RETURN NULL;
  END CASE;
END
$$;
