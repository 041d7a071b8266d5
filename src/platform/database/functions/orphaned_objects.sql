-- Stored objects (uploaded files) that belong to no document, of all tenants: an upload that was not finished, or a document
-- that was removed. What an import or an export keeps is none, nor what is held for a restore,
-- nor anything of a tenant under a legal hold.
--
-- Takes: older_than, so that an upload under way is left alone; most, rows returned at most.
-- Returns: where each object is, oldest first.
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
