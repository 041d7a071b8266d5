import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, onlyForTheService } from '../schema/migration-steps';

/**
 * `mark_events_removed` reads the seals after it has locked the chain, and therefore includes events sealed while it
 * waited.
 */
export class EventsRemovedUnderLock1795305600531 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['mark_events_removed']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BEFORE);
    await onlyForTheService(runner, 'mark_events_removed(timestamptz)');
  }
}

const BEFORE = `
CREATE OR REPLACE FUNCTION mark_events_removed(before timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE public.evidence_chains c
     SET events_removed_before = before,
         events_start_position = greatest(c.events_start_position, coalesce(
           (SELECT s.position - 1 FROM public.evidence_seals s
             WHERE s.tenant_id = c.tenant_id AND s.kind = 'event' AND s.position > c.events_start_position
               AND s.occurred_at >= before
             ORDER BY s.position LIMIT 1), c.position))
   WHERE c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
     AND (c.events_removed_before IS NULL OR c.events_removed_before <= before)
$$`;
