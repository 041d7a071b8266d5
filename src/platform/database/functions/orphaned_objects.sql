-- Stored objects (uploaded files) of all tenants without a document: the upload was not finished or the document was
-- deleted. Excludes objects that an import or export uses, objects retained for a restore, and tenants under a legal
-- hold.
--
-- Takes: older_than, a time that excludes running uploads; most, the maximum number of rows.
-- Returns: tenant, id and storage key of each object, oldest first.
-- Called by: documents, to remove them.
CREATE OR REPLACE FUNCTION orphaned_objects(older_than timestamptz, most integer)
RETURNS TABLE(tenant_id uuid, id bigint, key text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT o.tenant_id, o.id, o.key
    FROM public.stored_objects o
   WHERE o.created_at < older_than AND NOT o.kept AND (o.held_until IS NULL OR o.held_until < older_than)
     AND NOT EXISTS (SELECT FROM public.documents d WHERE d.tenant_id = o.tenant_id AND d.object_id = o.id)
     AND NOT EXISTS (SELECT FROM public.tenants t WHERE t.id = o.tenant_id AND t.legal_hold_since IS NOT NULL)
   ORDER BY o.created_at
   LIMIT most
$$;
