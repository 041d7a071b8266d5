import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, runAll } from '../schema/migration-steps';

/** Data for `GET /changes`: the events of a tenant by sealed position, and the position of the first retained event. */
export class Changes1795305600480 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE evidence_chains ADD COLUMN events_start_position bigint NOT NULL DEFAULT 0',
      `CREATE INDEX ix_evidence_seals_events ON evidence_seals (tenant_id, position) WHERE kind = 'event'`,
      START,
      'ALTER TABLE events ADD COLUMN resource_type text, ADD COLUMN resource_id bigint, ADD COLUMN resource_version integer',
    ]);
    await loadFunctions(runner, ['mark_events_removed', 'last_event_positions', 'seal_evidence', 'resource_version']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['last_event_positions', 'resource_version']);
    await runner.query(
      'ALTER TABLE events DROP COLUMN resource_type, DROP COLUMN resource_id, DROP COLUMN resource_version',
    );
    await runner.query('DROP INDEX ix_evidence_seals_events');
    await runner.query('ALTER TABLE evidence_chains DROP COLUMN events_start_position');
  }
}

/** For tenants whose old events were already deleted: after the last deleted event. */
const START = `
  UPDATE evidence_chains c SET events_start_position = coalesce((
    SELECT max(s.position) FROM evidence_seals s
     WHERE s.tenant_id = c.tenant_id AND s.kind = 'event'
       AND NOT EXISTS (SELECT FROM events e WHERE e.tenant_id = s.tenant_id AND e.id = s.row_id)), 0)
   WHERE c.events_removed_before IS NOT NULL`;
