import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users whose personal data was replaced by a pseudonym; they can never become active again. */
export class AnonymisedUsers1795305601440 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN anonymised_at timestamp(3) with time zone');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN anonymised_at');
  }
}
