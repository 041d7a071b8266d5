import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDoor } from '../schema/migration-steps';

/**
 * The sweep takes what is due of each tenant in turns. By age alone, tenants with old deliveries filled every answer,
 * and another tenant's were never found.
 */
export class WebhookTurns1763700001170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await define(runner, 'row_number() OVER (PARTITION BY found.tenant_id ORDER BY found.due_at), found.due_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await define(runner, 'found.due_at');
  }
}

/**
 * Which deliveries may be attempted now? For each subscription with something pending, no more than it has free slots,
 * oldest first; of retries no more than their share. A subscription with a million waiting rows costs as much as one
 * with three, so that only few rows are put in order. Rows that somebody is just taking are left out; no row can be
 * locked beside a window function, hence the query inside.
 */
async function define(runner: QueryRunner, order: string): Promise<void> {
  await runner.query(`CREATE OR REPLACE FUNCTION due_webhook_deliveries(at timestamptz, slots integer, retry_slots integer, most integer)
   RETURNS TABLE (tenant_id uuid, subscription_id bigint, delivery_id bigint, patient boolean, due_at timestamptz)
   LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 100 AS $$
     WITH RECURSIVE waiting AS (
       (SELECT d.tenant_id, d.subscription_id FROM public.webhook_deliveries d
         WHERE d.status = 'pending' ORDER BY d.tenant_id, d.subscription_id LIMIT 1)
       UNION ALL
       SELECT n.tenant_id, n.subscription_id FROM waiting w CROSS JOIN LATERAL (
         SELECT d.tenant_id, d.subscription_id FROM public.webhook_deliveries d
          WHERE d.status = 'pending' AND (d.tenant_id, d.subscription_id) > (w.tenant_id, w.subscription_id)
          ORDER BY d.tenant_id, d.subscription_id LIMIT 1) n
     ), slots_left AS (
       SELECT w.tenant_id, w.subscription_id, slots - count(l.id) AS free,
              retry_slots - count(l.id) FILTER (WHERE l.round_failures > 0) AS free_for_retries
         FROM waiting w LEFT JOIN public.webhook_deliveries l
           ON l.tenant_id = w.tenant_id AND l.subscription_id = w.subscription_id
          AND l.lease_token IS NOT NULL AND l.due_at > at
        GROUP BY w.tenant_id, w.subscription_id
     ), found AS (
       SELECT r.tenant_id, r.subscription_id, due.id, s.struggling OR due.round_failures > 0 AS patient, due.due_at
         FROM slots_left r
         JOIN public.webhook_subscriptions s ON s.tenant_id = r.tenant_id AND s.id = r.subscription_id
        CROSS JOIN LATERAL (
          SELECT d.id, d.round_failures, d.due_at FROM public.webhook_deliveries d
           WHERE d.tenant_id = r.tenant_id AND d.subscription_id = r.subscription_id
             AND d.status = 'pending' AND d.due_at <= at AND (d.round_failures = 0 OR r.free_for_retries > 0)
           ORDER BY d.due_at, d.id LIMIT greatest(r.free, 0) FOR UPDATE SKIP LOCKED) due
     )
     SELECT found.tenant_id, found.subscription_id, found.id, found.patient, found.due_at
       FROM found ORDER BY ${order} LIMIT most
   $$`);
  await openDoor(runner, 'due_webhook_deliveries(timestamptz, integer, integer, integer)');
}
