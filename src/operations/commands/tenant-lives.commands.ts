import type { Command } from 'commander';
import type { AnonymisationOptions, ErasureOptions, ExportOptions, ImportOptions, ListedTenant } from '../provisioning';
import { ProvisioningError } from '../provisioning/provisioning-error';
import type { QuotaUsage } from '../../organisation/quotas';
import { print, type ServiceCommands } from './running/command-line';

interface WithoutTokens {
  readonly withoutTokens?: boolean;
}

/** These commands work as the owner of the schema (DATABASE_MIGRATION_URL). */
export function addTenantLivesCommands(program: Command, service: ServiceCommands): void {
  addLooks(program, service);
  addPeople(program, service);

  service.long<Omit<ExportOptions, 'tokens'> & WithoutTokens>(
    program
      .command('tenant:export')
      .description('write a consistent snapshot of a tenant into a folder with a manifest')
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .requiredOption('--out <folder>', 'the folder to create')
      .option(
        '--transfer-key-file <file>',
        'file with the base64 of 32 bytes, which encrypts webhook secrets; without it they are left out',
      )
      .option('--without-tokens', 'leave out the data that makes tokens valid elsewhere'),
    async (app, options, progress) => {
      const { manifestDigest, TenantExport } = await import('../provisioning/index.js');
      const asked = { ...options, tokens: !options.withoutTokens };
      const { tables, files } = await progress.during((report) => app.get(TenantExport).run(asked, report));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const sha256 = await manifestDigest(options.out);
      const { slug, out } = options;
      print(options, { slug, out, tables: tables.length, rows, files: files.length, manifest_sha256: sha256 }, [
        `${slug}: ${rows} rows of ${tables.length} tables and ${files.length} files are in ${out}.`,
        `Give tenant:import --manifest-sha256 ${sha256}`,
      ]);
    },
  );

  const importing = program
    .command('tenant:import <folder>')
    .description('import an exported tenant into this installation; it is suspended until tenant:suspend --resume')
    .option('--manifest-sha256 <digest>', 'digest printed by tenant:export; required unless --unverified is given')
    .option('--unverified', 'import an archive without checking that it was not changed')
    .option('--large-ids', 'accept ids that exceed those of this installation by more than a billion')
    .option('--slug <slug>', 'new slug of the tenant')
    .option(
      '--transfer-key-file <file>',
      'the key file of the export; without it subscriptions get new secrets and are disabled',
    )
    .option('--without-tokens', 'revoke all tokens of the tenant');
  service.long<Omit<ImportOptions, 'tokens' | 'folder'> & WithoutTokens>(importing, async (app, options, progress) => {
    const { TenantImport } = await import('../provisioning/index.js');
    const [folder = ''] = importing.args;
    const asked = { ...options, folder, tokens: !options.withoutTokens };
    const made = await progress.during((report) => app.get(TenantImport).run(asked, report));
    const secrets = made.new_secrets.length;
    print(options, made, [
      `Tenant ${made.slug} (${made.id}): ${made.rows} rows and ${made.files} files. It is suspended: tenant:suspend --slug ${made.slug} --resume takes it up.`,
      ...(secrets === 0 ? [] : [`${secrets} subscriptions have a new secret and are switched off.`]),
    ]);
  });

  service.long<ErasureOptions>(
    program
      .command('tenant:erase')
      .description('delete all data of a suspended tenant permanently')
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .requiredOption('--confirm <slug>', 'the slug again')
      .option('--force', 'also erase an active tenant'),
    async (app, options, progress) => {
      const { TenantErasure } = await import('../provisioning/index.js');
      const erased = await progress.during((report) => app.get(TenantErasure).run(options, report));
      const { slug, already, ended_at, files } = erased;
      const rows = Object.values(erased.rows).reduce((sum, count) => sum + count, 0);
      const when = already ? `was erased at ${ended_at.toISOString()}; nothing was done now` : 'is erased';
      print(options, erased, [`${slug} ${when}: ${rows} rows, ${files} files. Backups still hold it.`]);
    },
  );
}

function addPeople(program: Command, service: ServiceCommands): void {
  service.long<AnonymisationOptions>(
    program
      .command('user:anonymise')
      .description(
        "replace a deactivated user with a pseudonym everywhere, permanently; records of the user's actions " +
          'remain and stay verifiable',
      )
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .requiredOption('--user <user>', 'id or e-mail address')
      .requiredOption('--confirm <user>', 'the same again'),
    async (app, options, progress) => {
      const { UserAnonymisation } = await import('../provisioning/index.js');
      const done = await progress.during((report) => app.get(UserAnonymisation).run(options, report));
      const { user_id, name, already, entries, events, mentions } = done;
      print(options, done, [
        already
          ? `User ${user_id} has been anonymised before: nothing was changed.`
          : `User ${user_id} is now ${name}: ${entries} entries of the audit log and ${events} events were changed. Backups still hold the person.`,
        ...Object.entries(mentions).map(([column, rows]) => `Still named in ${column}: ${rows} rows.`),
      ]);
    },
  );
}

function addLooks(program: Command, service: ServiceCommands): void {
  service.short(
    program.command('tenant:list').description('list all tenants with their usage; --json prints one object per line'),
    async (app, { json }) => {
      const { TenantDirectory } = await import('../provisioning/index.js');
      if (!json) await written(`${HEADINGS.join('\t')}\n`);
      await app.get(TenantDirectory).each(async (page) => {
        const lines = page.map((tenant) => (json ? JSON.stringify(tenant) : row(tenant)));
        await written(`${lines.join('\n')}\n`);
      });
    },
  );

  service.short<{ slug: string }>(
    program
      .command('tenant:show')
      .description('show a tenant with its usage, quotas and legal hold')
      .requiredOption('--slug <slug>', 'slug of the tenant'),
    async (app, options) => {
      const { TenantDirectory, TenantsService } = await import('../provisioning/index.js');
      const tenant = await app.get(TenantDirectory).one(options.slug);
      const usage = await app.get(TenantsService).quotasOf(options.slug);
      print(options, { ...tenant, quotas: usage }, columnsOf(tenant, usage));
    },
  );

  service.short<{ slug: string; reason?: string; release?: boolean }>(
    program
      .command('tenant:hold')
      .description('put a tenant under a legal hold, which prevents deletion of its data, or release the hold')
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .option('--reason <reason>', 'why')
      .option('--release', 'release the hold'),
    async (app, options) => {
      const { TenantDirectory } = await import('../provisioning/index.js');
      const { slug, reason, release } = options;
      if ((reason === undefined) === (release !== true)) throw new ProvisioningError('Give --reason, or --release');
      await app.get(TenantDirectory).hold(slug, reason ?? null);
      print(options, { slug, held: !release }, [`${slug} is ${release ? 'no longer' : 'now'} under a legal hold.`]);
    },
  );
}

const HEADINGS = ['slug', 'name', 'plan', 'status', 'created', 'users', 'orders', 'stored_mb', 'last_activity', 'hold'];

function row(tenant: ListedTenant): string {
  const { slug, name, plan, status, created_at, users, orders, stored_bytes, last_activity_at } = tenant;
  const [created, last] = [created_at, last_activity_at].map((at) => at?.toISOString().slice(0, 10) ?? '-');
  const mb = (stored_bytes / 2 ** 20).toFixed(1);
  const held = tenant.legal_hold_since ? 'held' : '-';
  return [slug, name, plan, status, created, users, orders, mb, last, held].join('\t');
}

function columnsOf(tenant: ListedTenant, usage: QuotaUsage): string[] {
  const lines = HEADINGS.map((heading, at) => `${heading}: ${row(tenant).split('\t')[at]}`);
  const quotas = `quotas: ${JSON.stringify(usage)}`;
  return [...lines, quotas, ...(tenant.legal_hold_reason ? [`held for: ${tenant.legal_hold_reason}`] : [])];
}

/** Waits until the reader of standard output has taken the text, to limit memory. */
const written = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
