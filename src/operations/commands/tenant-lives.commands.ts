import type { Command } from 'commander';
import type { AnonymisationOptions, ErasureOptions, ExportOptions, ImportOptions, ListedTenant } from '../provisioning';
import { ProvisioningError } from '../provisioning/provisioning-error';
import type { QuotaUsage } from '../../organisation/quotas';
import { print, type ServiceCommands } from './running/command-line';

interface WithoutTokens {
  readonly withoutTokens?: boolean;
}

/** Tenants seen from outside: listed, held, moved, erased; and a person of one who is anonymised. They work as the owner of the schema (DATABASE_MIGRATION_URL). */
export function addTenantLivesCommands(program: Command, service: ServiceCommands): void {
  addLooks(program, service);
  addPeople(program, service);

  service.long<Omit<ExportOptions, 'tokens'> & WithoutTokens>(
    program
      .command('tenant:export')
      .description('write everything of a tenant, of one moment, into a folder with a manifest')
      .requiredOption('--slug <slug>', 'of the tenant')
      .requiredOption('--out <folder>', 'the folder to make')
      .option(
        '--transfer-key-file <file>',
        'base64 of 32 bytes, under which secrets of webhooks are sealed; without it they are left out',
      )
      .option('--without-tokens', 'leave out what makes its tokens valid elsewhere'),
    async (app, options, progress) => {
      const { manifestDigest, TenantExport } = await import('../provisioning/index.js');
      const asked = { ...options, tokens: !options.withoutTokens };
      const { tables, files } = await progress.during((tell) => app.get(TenantExport).run(asked, tell));
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
    .description('put an exported tenant into this installation; it is suspended until tenant:suspend --resume')
    .option('--manifest-sha256 <digest>', 'that tenant:export printed; required unless --unverified is given')
    .option('--unverified', 'import an archive although nothing shows that it was not changed')
    .option('--large-ids', 'accept ids that are more than a billion above those of this installation')
    .option('--slug <slug>', 'another than it had')
    .option(
      '--transfer-key-file <file>',
      'that the export was given; without it subscriptions get new secrets and are switched off',
    )
    .option('--without-tokens', 'none of its tokens is valid here');
  service.long<Omit<ImportOptions, 'tokens' | 'folder'> & WithoutTokens>(importing, async (app, options, progress) => {
    const { TenantImport } = await import('../provisioning/index.js');
    const [folder = ''] = importing.args;
    const asked = { ...options, folder, tokens: !options.withoutTokens };
    const made = await progress.during((tell) => app.get(TenantImport).run(asked, tell));
    const secrets = made.new_secrets.length;
    print(options, made, [
      `Tenant ${made.slug} (${made.id}): ${made.rows} rows and ${made.files} files. It is suspended: tenant:suspend --slug ${made.slug} --resume takes it up.`,
      ...(secrets === 0 ? [] : [`${secrets} subscriptions have a new secret and are switched off.`]),
    ]);
  });

  service.long<ErasureOptions>(
    program
      .command('tenant:erase')
      .description('remove everything of a suspended tenant, for good')
      .requiredOption('--slug <slug>', 'of the tenant')
      .requiredOption('--confirm <slug>', 'the slug once more')
      .option('--force', 'also a tenant that is active'),
    async (app, options, progress) => {
      const { TenantErasure } = await import('../provisioning/index.js');
      const erased = await progress.during((tell) => app.get(TenantErasure).run(options, tell));
      const { slug, already, ended_at, files } = erased;
      const rows = Object.values(erased.rows).reduce((sum, count) => sum + count, 0);
      const when = already ? `was erased at ${ended_at.toISOString()}; nothing was done now` : 'is erased';
      print(options, erased, [`${slug} ${when}: ${rows} rows, ${files} files. Backups still hold it.`]);
    },
  );
}

/** A person of a tenant, who asked to be forgotten. */
function addPeople(program: Command, service: ServiceCommands): void {
  service.long<AnonymisationOptions>(
    program
      .command('user:anonymise')
      .description(
        'replace a deactivated user by a pseudonym everywhere, for good; what they did stays, and its evidence holds',
      )
      .requiredOption('--slug <slug>', 'of the tenant')
      .requiredOption('--user <user>', 'id or e-mail address')
      .requiredOption('--confirm <user>', 'the same once more'),
    async (app, options, progress) => {
      const { UserAnonymisation } = await import('../provisioning/index.js');
      const done = await progress.during((tell) => app.get(UserAnonymisation).run(options, tell));
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
    program.command('tenant:list').description('every tenant with its use; --json prints one object a line'),
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
      .description('one tenant with its use, its quotas and its legal hold')
      .requiredOption('--slug <slug>', 'of the tenant'),
    async (app, options) => {
      const { TenantDirectory, TenantsService } = await import('../provisioning/index.js');
      const tenant = await app.get(TenantDirectory).one(options.slug);
      const usage = await app.get(TenantsService).quotasOf(options.slug);
      print(options, { ...tenant, quotas: usage }, inWords(tenant, usage));
    },
  );

  service.short<{ slug: string; reason?: string; release?: boolean }>(
    program
      .command('tenant:hold')
      .description('put a tenant under a legal hold, under which nothing of it is removed, or end the hold')
      .requiredOption('--slug <slug>', 'of the tenant')
      .option('--reason <reason>', 'why')
      .option('--release', 'end the hold'),
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

function inWords(tenant: ListedTenant, usage: QuotaUsage): string[] {
  const lines = HEADINGS.map((heading, at) => `${heading}: ${row(tenant).split('\t')[at]}`);
  const quotas = `quotas: ${JSON.stringify(usage)}`;
  return [...lines, quotas, ...(tenant.legal_hold_reason ? [`held for: ${tenant.legal_hold_reason}`] : [])];
}

/** Waits for whoever reads standard output, so that what is held of it does not grow. */
const written = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
