import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FOLD } from './1763700001000-report-totals';

/**
 * A fold whose time is that of its entries. The entries it takes were joined with themselves, and the table is empty most
 * of the time: a plan made by what was then known of it went through all of them for each of them.
 */
export class FoldByRange1763700001050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (!FOLD.includes(JOINED)) throw new Error('The fold is not what it was');
    await runner.query(replaced(FOLD.replace(JOINED, UP_TO_THE_LAST)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(replaced(FOLD));
  }
}

const replaced = (sql: string): string => sql.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');

const JOINED = `
     USING (SELECT id FROM public.report_entries WHERE tenant_id = tenant ORDER BY id LIMIT at_most) next
     WHERE e.tenant_id = tenant AND e.id = next.id`;

/** Both see the same entries: those that are written meanwhile are left to the next fold, whatever their ids. */
const UP_TO_THE_LAST = `
     WHERE e.tenant_id = tenant AND e.id <= (
       SELECT max(n.id) FROM (SELECT id FROM public.report_entries WHERE tenant_id = tenant ORDER BY id LIMIT at_most) n)`;
