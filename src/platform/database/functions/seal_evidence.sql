-- Seals rows of the current tenant: assigns each the next position, digests it with a random salt, and chains it to the
-- previous seal. It seals only committed rows, ordered by the time of writing. Rows of a slower transaction get later
-- positions; no position is ever assigned below an existing one. Rows from before sealing existed are sealed first,
-- ordered by time. If a tenant was imported under another id, its seals contain the original id. For the digests see
-- docs/decisions/0010-evidence.md; a verification recomputes them.
--
-- Takes: at_most, the maximum number of rows; at, the current time.
-- Returns: the number of sealed rows, and whether more may be left; 0 and false if another process seals the tenant.
-- Called by: src/history/evidence/sealing.ts, every second for the tenants of tenants_to_seal().
CREATE OR REPLACE FUNCTION seal_evidence(at_most integer, at timestamptz)
RETURNS TABLE (sealed integer, more boolean)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
-- Force index lookups of the rows of a batch, even if the tables were small when the plan was made.
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  chain public.evidence_chains;
  kinds text[];
  ids bigint[];
  versions smallint[];
  taken integer;
  last_audit bigint;
  last_event bigint;
  times timestamptz[];
  salts bytea[];
  personals bytea[];
  digests bytea[];
  links bytea[];
  hashes bytea[] := '{}';
  next_hash bytea;
BEGIN
  SELECT c.* INTO chain FROM public.evidence_chains c WHERE c.tenant_id = tenant FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    INSERT INTO public.evidence_chains (tenant_id, position, hash, start_hash)
    VALUES (tenant, 0, public.evidence_genesis(tenant), public.evidence_genesis(tenant))
    ON CONFLICT DO NOTHING RETURNING * INTO chain;
    IF NOT FOUND THEN
      RETURN QUERY SELECT 0, false;
      RETURN;
    END IF;
  END IF;

  IF chain.audit_after < chain.audit_until OR chain.events_after < chain.events_until THEN
    -- Rows of each table in the order of their ids; a time that runs backwards counts as the latest before it, so that what
    -- is taken of a table is always its first rows.
    SELECT array_agg(b.kind ORDER BY b.time, b.kind, b.id), array_agg(b.id ORDER BY b.time, b.kind, b.id),
           max(b.id) FILTER (WHERE b.kind = 'audit'), max(b.id) FILTER (WHERE b.kind = 'event')
      INTO kinds, ids, last_audit, last_event
      FROM (
        SELECT * FROM (
          SELECT 'audit' AS kind, n.id, max(n.occurred_at) OVER (ORDER BY n.id) AS time
            FROM (SELECT a.id, a.occurred_at FROM public.audit_log a
                   WHERE a.tenant_id = tenant AND a.id > chain.audit_after AND a.id <= chain.audit_until
                   ORDER BY a.id LIMIT at_most) n
          UNION ALL
          SELECT 'event', n.id, max(n.created_at) OVER (ORDER BY n.id)
            FROM (SELECT e.id, e.created_at FROM public.events e
                   WHERE e.tenant_id = tenant AND e.id > chain.events_after AND e.id <= chain.events_until
                   ORDER BY e.id LIMIT at_most) n) both_tables
         ORDER BY time, kind, id LIMIT at_most) b;
    taken := coalesce(cardinality(ids), 0);
    more := true;
    IF taken < at_most THEN
      chain.audit_after := chain.audit_until;
      chain.events_after := chain.events_until;
    ELSE
      chain.audit_after := coalesce(last_audit, chain.audit_after);
      chain.events_after := coalesce(last_event, chain.events_after);
    END IF;
  ELSE
    WITH gone AS (
      DELETE FROM public.evidence_queue q
       WHERE q.tenant_id = tenant AND q.id <= (
         SELECT max(n.id) FROM (
           SELECT w.id FROM public.evidence_queue w WHERE w.tenant_id = tenant ORDER BY w.id LIMIT at_most) n)
      RETURNING q.id, q.kind, q.row_id
    )
    SELECT array_agg(g.kind ORDER BY g.id), array_agg(g.row_id ORDER BY g.id) INTO kinds, ids FROM gone g;
    taken := coalesce(cardinality(ids), 0);
    more := taken >= at_most;
  END IF;

  -- A row that is noted twice, or sealed already, is sealed once. A row that is gone before it was sealed is sealed as gone.
  WITH wanted AS (
    SELECT u.kind, u.row_id, min(u.n) AS n FROM unnest(kinds, ids) WITH ORDINALITY AS u (kind, row_id, n)
     WHERE NOT EXISTS (SELECT FROM public.evidence_seals s
                        WHERE s.tenant_id = tenant AND s.kind = u.kind AND s.row_id = u.row_id)
     GROUP BY u.kind, u.row_id
  ), found AS (
    SELECT w.n, w.kind, w.row_id, CASE w.kind WHEN 'event' THEN 2 ELSE 1 END AS version, coalesce(a.occurred_at, e.created_at) AS occurred_at,
           CASE WHEN a.id IS NOT NULL OR e.id IS NOT NULL THEN uuid_send(gen_random_uuid()) END AS salt,
           CASE w.kind
             WHEN 'audit' THEN jsonb_build_array(1, 'audit', coalesce(chain.origin_id, a.tenant_id), a.id,
               to_char(a.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
               a.user_id, a.token_id, a.request_id, a.action, a.entity_type, a.entity_id)::text
             ELSE jsonb_build_array(2, 'event', coalesce(chain.origin_id, e.tenant_id), e.id,
               to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), e.event_id, e.name,
               e.resource_type, e.resource_id, e.resource_version)::text
           END AS open,
           CASE w.kind WHEN 'audit' THEN jsonb_build_array(a.user_name, a.details)::text ELSE e.body END AS personal
      FROM wanted w
      LEFT JOIN public.audit_log a ON w.kind = 'audit' AND a.tenant_id = tenant AND a.id = w.row_id
      LEFT JOIN public.events e ON w.kind = 'event' AND e.tenant_id = tenant AND e.id = w.row_id
  ), committed AS (
    SELECT f.*, CASE WHEN f.salt IS NOT NULL THEN sha256(f.salt || convert_to(f.personal, 'UTF8')) END AS personal_digest
      FROM found f
  ), digested AS (
    SELECT c.*, row_number() OVER (ORDER BY c.n) AS place,
           sha256(CASE WHEN c.salt IS NULL THEN convert_to('gone', 'UTF8')
                       ELSE convert_to(c.open, 'UTF8') || c.personal_digest END) AS digest
      FROM committed c
  )
  SELECT count(*), array_agg(d.kind ORDER BY d.place), array_agg(d.row_id ORDER BY d.place),
         array_agg(d.version ORDER BY d.place),
         array_agg(d.occurred_at ORDER BY d.place), array_agg(d.salt ORDER BY d.place),
         array_agg(d.personal_digest ORDER BY d.place), array_agg(d.digest ORDER BY d.place),
         array_agg(convert_to(jsonb_build_array(d.version, chain.position + d.place, d.kind, d.row_id,
             to_char(d.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             to_char(at::timestamptz(3) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, 'UTF8') || d.digest
           ORDER BY d.place)
    INTO sealed, kinds, ids, versions, times, salts, personals, digests, links
    FROM digested d;

  next_hash := chain.hash;
  FOR place IN 1..sealed LOOP
    next_hash := sha256(next_hash || links[place]);
    hashes[place] := next_hash;
  END LOOP;
  INSERT INTO public.evidence_seals
         (tenant_id, position, version, kind, row_id, occurred_at, sealed_at, salt, personal_digest, digest, hash)
  SELECT tenant, chain.position + u.place, u.version, u.kind, u.row_id, u.occurred_at, at, u.salt, u.personal_digest, u.digest, u.hash
    FROM unnest(kinds, ids, versions, times, salts, personals, digests, hashes)
         WITH ORDINALITY AS u (kind, row_id, version, occurred_at, salt, personal_digest, digest, hash, place);
  UPDATE public.evidence_chains c
     SET position = chain.position + sealed, hash = next_hash,
         audit_after = chain.audit_after, events_after = chain.events_after
   WHERE c.tenant_id = tenant;
  RETURN NEXT;
END
$$;
