import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Clock } from '../../../common/clock';
import { SecretBox } from '../../../common/secrets/secret-box';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { DocumentStorage } from '../../../procurement/documents';
import { type RunQuery, asOwner, inTransaction, takeLock, waitForLock } from '../owner-connection';
import { checkSlug, ProvisioningError } from '../provisioning-error';
import { assertManifest, assertRows, compare, verifyFiles } from './archive-check';
import { LAST_MIGRATION, sequenceBehind, TAKEN } from './archive.sql';
import { finish, insertTenant, type Placed } from './finishing';
import {
  archivePlace,
  changed,
  documentFile,
  type Manifest,
  readManifest,
  refusedByDatabase,
  refuseTokens,
  SECRETS,
  type SubscriptionSecrets,
  tableFile,
  transferBox,
  UNVERIFIED,
} from './manifest';
import { batchesIn } from './rows';
import { archived, insertOf, laterOf, quoted, SET_LATER, type TenantTable, tenantTables } from './tables.sql';
import { digestOf, type ReportProgress } from './tenant-export';

export interface ImportOptions {
  readonly folder: string;
  /** Default: the archive's slug. */
  readonly slug?: string;
  readonly transferKeyFile?: string;
  readonly tokens: boolean;
  /** SHA-256 of the manifest, printed by `tenant:export`. */
  readonly manifestSha256?: string;
  /** Whether to import without that digest. */
  readonly unverified?: boolean;
  /** Whether ids may exceed the last id of this installation by more than a billion. */
  readonly largeIds?: boolean;
}

export interface ImportedTenant {
  readonly id: string;
  readonly slug: string;
  readonly rows: number;
  readonly files: number;
  /** Ids of subscriptions that got a new secret and are disabled. */
  readonly new_secrets: readonly number[];
}

@Injectable()
export class TenantImport {
  constructor(
    private readonly storage: DocumentStorage,
    private readonly clock: Clock,
    private readonly own: SecretBox,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Checks the archive, stores the files, inserts all rows in one transaction and compares the tables before its end.
   * @throws ProvisioningError if the archive was changed, is invalid or of another schema version, or the slug is taken
   */
  async run(options: ImportOptions, report: ReportProgress): Promise<ImportedTenant> {
    const folder = resolve(options.folder);
    if (options.manifestSha256 === undefined && options.unverified !== true) throw UNVERIFIED;
    const manifest = await readManifest(folder, options.manifestSha256);
    assertManifest(manifest);
    const slug = options.slug ?? manifest.tenant.slug;
    checkSlug(slug);
    const secrets = await this.secretsIn(folder, manifest, options.transferKeyFile);
    await verifyFiles(folder, manifest, report);
    return asOwner(this.environment.DATABASE_MIGRATION_URL, async (query) => {
      await takeLock(query, lockName(manifest), 'Another run is importing this tenant');
      const id = await this.idFor(query, manifest, slug);
      const tables = archived(await tenantTables(query));
      await assertRows(query, { folder, manifest }, tables, options.largeIds === true, report);
      try {
        await this.storeFiles(folder, manifest, id, report);
        return await inTransaction(query, () =>
          this.write(query, { folder, manifest, id, slug, secrets }, options, report),
        );
      } catch (error) {
        await this.undo(query, manifest, id, slug);
        throw refusedByDatabase(error);
      }
    });
  }

  /**
   * Keeps the files unless certain that no row refers to them: a connection lost during the commit proves nothing.
   * @throws ProvisioningError if the tenant exists
   */
  private async undo(query: RunQuery, manifest: Manifest, id: string, slug: string): Promise<void> {
    const isThere = await isKnown(query, id, slug).catch(() =>
      asOwner(this.environment.DATABASE_MIGRATION_URL, async (query) => {
        // The lost session has the lock as long as it may still commit.
        await waitForLock(query, lockName(manifest));
        return isKnown(query, id, slug);
      }).catch(() => undefined),
    );
    if (isThere) {
      throw new ProvisioningError(
        `The connection was lost when everything was done: ${slug} is there, with its files.\nVerify it, then tenant:suspend --slug ${slug} --resume takes it up`,
      );
    }
    // If the database does not respond, they stay: the next run overwrites them.
    if (isThere === undefined) return;
    for (const { key } of manifest.files) await this.storage.remove(`${id}/${key}`);
  }

  /** Decrypts the secrets of an archive, if it has some and the key is given. */
  private async secretsIn(
    folder: string,
    { secrets_sha256: digest, tenant }: Manifest,
    keyFile: string | undefined,
  ): Promise<readonly SubscriptionSecrets[]> {
    if (keyFile === undefined) return [];
    if (digest === null) throw new ProvisioningError('The archive has no secrets.\nImport without --transfer-key-file');
    const box = await transferBox(keyFile);
    const path = join(folder, SECRETS);
    if ((await digestOf(path)) !== digest) throw changed(path);
    const sealed = await readFile(path, 'utf8');
    try {
      return JSON.parse(box.open(sealed, archivePlace(tenant.id))) as SubscriptionSecrets[];
    } catch {
      throw new ProvisioningError(
        '--transfer-key-file: is not the key that the archive was written with.\nGive that one, or none: subscriptions then get new secrets',
      );
    }
  }

  /** A taken id is replaced with a derived one, so that a repeated import overwrites the files of a crashed run. */
  private async idFor(query: RunQuery, { schema, tenant }: Manifest, slug: string): Promise<string> {
    const [last] = await query<{ name: string }>(LAST_MIGRATION);
    if (last?.name !== schema) {
      throw new ProvisioningError(
        `The archive is of the schema ${schema}, this database has ${last?.name ?? 'none'}.\nBring both installations to the same release, then export again`,
      );
    }
    const derived = derivedId(tenant.id, slug);
    const taken = await query<{ byId: boolean; bySlug: boolean }>(TAKEN, [tenant.id, slug]);
    if (taken.some(({ bySlug }) => bySlug)) {
      throw new ProvisioningError(`The slug ${slug} is taken.\nGive it another with --slug`);
    }
    return taken.some(({ byId }) => byId) ? derived : tenant.id;
  }

  private async storeFiles(folder: string, { files }: Manifest, id: string, report: ReportProgress): Promise<void> {
    for (const [done, { key, size }] of files.entries()) {
      report({ done, total: files.length, unit: 'files stored' });
      // A crashed run may have left a part of the file.
      await this.storage.remove(`${id}/${key}`);
      const file = { path: documentFile(folder, key), size, contentType: 'application/octet-stream' };
      await this.storage.put(`${id}/${key}`, file);
    }
  }

  private async write(
    query: RunQuery,
    archive: Placed & { readonly folder: string },
    options: ImportOptions,
    report: ReportProgress,
  ): Promise<ImportedTenant> {
    const { folder, manifest, id, slug, secrets } = archive;
    const tokens = manifest.tokens && options.tokens;
    const tables = archived(await tenantTables(query));
    await insertTenant(query, manifest, id, slug);
    for (const [done, table] of tables.entries()) {
      report({ done, total: tables.length, unit: 'tables' });
      await fill(query, tableFile(folder, table.name), table, id, tokens).catch(refuseTokens);
    }
    for (const table of tables.filter(({ name }) => name in SET_LATER)) {
      for await (const lines of batchesIn(tableFile(folder, table.name))) {
        await query(laterOf(table), [id, arrayOf(lines)]);
      }
    }
    const rows = await compare(query, tables, manifest, id, tokens);
    for (const { name, sequence } of tables) {
      if (sequence !== null) await query(sequenceBehind(quoted(name), sequence), [id]);
    }
    const newSecrets = await finish(query, {
      manifest,
      id,
      slug,
      secrets,
      tokens,
      own: this.own,
      now: this.clock.now(),
    });
    return { id, slug, rows, files: manifest.files.length, new_secrets: newSecrets };
  }
}

/** Advisory lock against concurrent imports of a tenant. */
export const lockName = ({ tenant }: Pick<Manifest, 'tenant'>): string => `tenant import/${tenant.id}`;

async function isKnown(query: RunQuery, id: string, slug: string): Promise<boolean> {
  return (await query<{ byId: boolean }>(TAKEN, [id, slug])).some(({ byId }) => byId);
}

/** Replaces rows that triggers of other tables inserted. */
async function fill(query: RunQuery, path: string, table: TenantTable, id: string, tokens: boolean): Promise<void> {
  await query(`DELETE FROM ${quoted(table.name)} WHERE tenant_id = $1`, [id]);
  const insert = insertOf(table, tokens);
  for await (const lines of batchesIn(path)) await query(insert, [id, arrayOf(lines)]);
}

const arrayOf = (lines: readonly string[]): string => `[${lines.join(',')}]`;

/** A UUID (version 8) derived from the tenant and the slug. */
function derivedId(tenantId: string, slug: string): string {
  const hex = createHash('sha256').update(`import ${tenantId} ${slug}`).digest('hex').slice(0, 32);
  const marked = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
