import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Clock } from '../../../common/clock';
import { tenantIdFrom } from '../../../common/records/ids';
import { SecretBox } from '../../../common/secrets/secret-box';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { DocumentStorage } from '../../../procurement/documents';
import { secretPlace } from '../../../integration/webhooks';
import { type RunQuery, asOwner, inTransaction, takeLock } from '../owner-connection';
import { noTenant, ProvisioningError } from '../provisioning-error';
import { CHAIN_END, LAST_MIGRATION, SEALED_SECRETS, TENANT_ROW } from './archive.sql';
import {
  ARCHIVE_FORM,
  type ArchivedFile,
  type ArchivedTable,
  archivePlace,
  documentFile,
  type Manifest,
  MANIFEST,
  SECRETS,
  type SubscriptionSecrets,
  tableFile,
  transferBox,
} from './manifest';
import { batchesIn, linesOf, Summing } from './rows';
import { archived, LEFT_OUT, tenantTables } from './tables.sql';

export type ReportProgress = (place: { readonly done: number; readonly total: number; readonly unit: string }) => void;

export interface ExportOptions {
  readonly slug: string;
  /** The folder to create; it must not exist. */
  readonly out: string;
  /** Without it, webhook secrets are left out. */
  readonly transferKeyFile?: string;
  /** Whether to include digests of tokens, so that tokens remain valid after an import. */
  readonly tokens: boolean;
}

@Injectable()
export class TenantExport {
  constructor(
    private readonly storage: DocumentStorage,
    private readonly clock: Clock,
    private readonly own: SecretBox,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Writes to `{out}.partial` and renames it at the end. Deletes a partial folder of an earlier run.
   * @throws ProvisioningError for an unknown tenant, an existing folder, and a file missing in the storage
   */
  async run(options: ExportOptions, report: ReportProgress): Promise<Manifest> {
    const out = resolve(options.out);
    if (existsSync(out)) throw new ProvisioningError(`${out} is there already.\nName a folder that is to be made`);
    const box = options.transferKeyFile === undefined ? undefined : await transferBox(options.transferKeyFile);
    return asOwner(this.environment.DATABASE_MIGRATION_URL, async (query) => {
      await takeLock(query, `tenant export/${out}`, `Another run writes ${out}`);
      const folder = `${out}.partial`;
      await rm(folder, { recursive: true, force: true });
      for (const part of ['tables', 'documents']) await mkdir(join(folder, part), { recursive: true, mode: 0o700 });
      const rows = await inTransaction(
        query,
        () => this.write(query, folder, options, box, report),
        'ISOLATION LEVEL REPEATABLE READ READ ONLY',
      );
      // Outside the transaction, so that copying does not prevent PostgreSQL from vacuuming.
      const manifest: Manifest = { ...rows, files: await this.copyFiles(folder, rows, report) };
      await writeFile(join(folder, 'README.md'), README, { mode: 0o600, flush: true });
      // Written last: a folder without a manifest is not an archive.
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true });
      await mkdir(dirname(out), { recursive: true });
      await rename(folder, out);
      return manifest;
    });
  }

  private async write(
    query: RunQuery,
    folder: string,
    { slug, tokens }: ExportOptions,
    box: SecretBox | undefined,
    report: ReportProgress,
  ): Promise<Omit<Manifest, 'files'>> {
    const [tenant] = await query<{ id: string; row: string }>(TENANT_ROW, [slug]);
    if (!tenant) throw noTenant(slug);
    const [migration] = await query<{ name: string }>(LAST_MIGRATION);
    const [evidence] = await query<NonNullable<Manifest['evidence']>>(CHAIN_END, [tenant.id]);
    const tables: ArchivedTable[] = [];
    const wanted = archived(await tenantTables(query));
    for (const [done, table] of wanted.entries()) {
      report({ done, total: wanted.length, unit: 'tables' });
      const sum = new Summing();
      const path = tableFile(folder, table.name);
      const lines = summing(linesOf(query, tenant.id, table, tokens), sum);
      await pipeline(Readable.from(lines), createGzip(), createWriteStream(path, { mode: 0o600, flush: true }));
      const { rows, sha256 } = sum.end();
      tables.push({ name: table.name, rows, rows_sha256: sha256, sha256: await digestOf(path) });
    }
    return {
      form: ARCHIVE_FORM,
      schema: migration?.name ?? '',
      exported_at: this.clock.now().toISOString(),
      exported_by: userInfo().username,
      tenant: JSON.parse(tenant.row) as Manifest['tenant'],
      tokens,
      secrets_sha256: box === undefined ? null : await this.writeSecrets(query, folder, tenant.id, box),
      evidence: evidence ?? null,
      tables,
      left_out: LEFT_OUT,
    };
  }

  private async copyFiles(
    folder: string,
    { tenant, tables }: Omit<Manifest, 'files'>,
    report: ReportProgress,
  ): Promise<ArchivedFile[]> {
    const total = tables.find(({ name }) => name === 'stored_objects')?.rows ?? 0;
    const files: ArchivedFile[] = [];
    for await (const lines of batchesIn(tableFile(folder, 'stored_objects'))) {
      for (const line of lines) {
        report({ done: files.length, total, unit: 'files' });
        const { key, size } = JSON.parse(line) as { key: string; size: number };
        files.push({ key, size, sha256: await this.copyFile(folder, tenant.id, key) });
      }
    }
    return files;
  }

  /** @returns its SHA-256 */
  private async copyFile(folder: string, tenantId: string, key: string): Promise<string> {
    const bytes = await this.storage.open(`${tenantId}/${key}`);
    if (!bytes) {
      throw new ProvisioningError(
        `The storage has no file ${tenantId}/${key}: it was removed meanwhile, or is lost.\nSuspend the tenant and export again; a lost file is in a backup of the storage`,
      );
    }
    const path = documentFile(folder, key);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }));
    return digestOf(path);
  }

  private async writeSecrets(query: RunQuery, folder: string, tenantId: string, box: SecretBox): Promise<string> {
    const sealed = await query<SubscriptionSecrets>(SEALED_SECRETS, [tenantId]);
    const secrets = sealed.map(({ id, secret, previous, ...rest }) => {
      const place = secretPlace(tenantIdFrom(tenantId), id);
      return {
        ...rest,
        id,
        secret: this.own.open(secret, place),
        previous: previous === null ? null : this.own.open(previous, place),
      };
    });
    const path = join(folder, SECRETS);
    await writeFile(path, box.seal(JSON.stringify(secrets), archivePlace(tenantId)), { mode: 0o600, flush: true });
    return digestOf(path);
  }
}

async function* summing(batches: AsyncIterable<readonly string[]>, sum: Summing): AsyncGenerator<string> {
  for await (const lines of batches) {
    sum.add(lines);
    yield lines.map((line) => `${line}\n`).join('');
  }
}

/** SHA-256 of an archive's manifest in hex. It proves that nothing in the archive was changed. */
export const manifestDigest = (folder: string): Promise<string> => digestOf(join(resolve(folder), MANIFEST));

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const README = `# A tenant of Procurement Service

Everything of one tenant at one moment, written by \`tenant:export\`. It holds personal data and what gives access: keep it as you
keep a backup.

- \`manifest.json\`: the tenant, the version of the schema, when and by whom it was written, each file with its SHA-256, and where
  the chain of evidence ends. \`sha256sum tables/*.ndjson.gz documents/*\` must say the same.
- \`tables/{table}.ndjson.gz\`: the rows of each table, one JSON object a line, in the order of their keys, without the tenant's id.
- \`documents/{key}\`: uploaded files, under the \`key\` of their row in \`stored_objects\`.
- \`secrets.sealed\`: the secrets of webhooks under the transfer key, if one was given.

\`node dist/cli.js tenant:import {this folder} --manifest-sha256 {digest}\` puts it into another installation of the same version. The digest
is what \`tenant:export\` printed. Send it by another way than the archive: it shows that nothing was changed.
`;
