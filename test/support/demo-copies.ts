import { randomBytes } from 'node:crypto';
import type { Client as Postgres } from 'pg';
import { createApplication } from '../../src/application';
import { withClient } from '../../tools/servers/databases';
import { seedDemo } from '../../src/operations/demo/demo-tenant';
import { TenantsService } from '../../src/operations/provisioning';
import type { Service } from './app';

interface TenantTable {
  readonly name: string;
  /** All columns except the tenant's, quoted and separated by commas. */
  readonly columns: string;
  /** Its ids come from a sequence. */
  readonly numbered: boolean;
}

// Tables with hashes of secrets are not copied.
const TABLES = `
  SELECT c.table_name AS name,
         string_agg(quote_ident(c.column_name), ', ') FILTER (WHERE c.column_name <> 'tenant_id') AS columns,
         bool_or(c.is_identity = 'YES') AS numbered
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
     AND c.table_name NOT IN ('api_tokens', 'invitations')
   GROUP BY c.table_name HAVING bool_or(c.column_name = 'tenant_id')`;

/** Copies of the freshly seeded demo tenant, with the same ids and the same next ids. */
export class DemoCopies {
  private constructor(
    private readonly service: Service,
    private readonly demoId: string,
    private readonly tables: readonly TenantTable[],
  ) {}

  /** Seeds the demo tenant like the command does, in a separate application. */
  static async of(service: Service): Promise<DemoCopies> {
    const { rows: tables } = await service.owner.query<TenantTable>(TABLES);
    // The demo tenant is normally the first of its database; here the service's own tenant exists already.
    for (const { name } of tables.filter(({ numbered }) => numbered)) {
      await service.owner.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), 1, false)`, [name]);
    }
    const app = await createApplication({ ...service.environment, PROCESS_ROLE: 'api' });
    const seeded = await seedDemo(app).finally(() => app.close());
    return new DemoCopies(service, seeded.tenant.id, tables);
  }

  /** Makes another copy. @returns its owner's token, the tenant's first */
  async make(): Promise<string> {
    const slug = `copy-${randomBytes(6).toString('hex')}`;
    await withClient(this.service.adminUrl, (client) => this.copy(client, slug));
    const token = await this.service.app.get(TenantsService).createToken(slug, { name: 'Copy', abilities: ['admin'] });
    return token.token;
  }

  private async copy(client: Postgres, slug: string): Promise<void> {
    // One snapshot, because the service folds the demo tenant's report entries meanwhile.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    // No triggers: rows are copied unchanged, in any order, without side effects.
    await client.query('SET LOCAL session_replication_role = replica');
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO tenants SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'slug', $2::text))).*
         FROM tenants t WHERE id = $1 RETURNING id`,
      [this.demoId, slug],
    );
    for (const { name, columns, numbered } of this.tables) {
      await client.query(
        `INSERT INTO ${name} (tenant_id, ${columns}) SELECT $2, ${columns} FROM ${name} WHERE tenant_id = $1`,
        [this.demoId, rows[0]?.id],
      );
      if (!numbered) continue;
      const next = `SELECT setval(pg_get_serial_sequence($1, 'id'), coalesce(max(id), 0) + 1, false) FROM ${name} WHERE tenant_id = $2`;
      await client.query(next, [name, this.demoId]);
    }
    await client.query(`SELECT setval(pg_get_serial_sequence('api_tokens', 'id'), 1, false)`);
    await client.query('COMMIT');
  }
}
