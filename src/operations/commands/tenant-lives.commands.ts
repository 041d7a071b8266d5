import type { Command } from 'commander';
import type { ListedTenant } from '../provisioning';
import { ProvisioningError } from '../provisioning/provisioning-error';
import type { QuotaUsage } from '../../organisation/quotas';
import { type InService, json, print, type Printed } from './running/command-line';
import { Progress, type Shown } from './running/progress';
import { quiet } from './running/stoppable';

interface Exported extends Printed, Shown {
  readonly slug: string;
  readonly out: string;
  readonly transferKeyFile?: string;
  readonly tokens: boolean;
}

interface Imported extends Printed, Shown {
  readonly manifestSha256?: string;
  readonly unverified?: boolean;
  readonly largeIds?: boolean;
  readonly slug?: string;
  readonly transferKeyFile?: string;
  readonly tokens: boolean;
}

/** Tenants seen from outside: listed, held, moved, erased; and a person of one who is anonymised. They work as the owner of the schema (DATABASE_MIGRATION_URL). */
export function addTenantLivesCommands(program: Command, inService: InService): void {
  addLooks(program, inService);
  addPeople(program, inService);

  program
    .command('tenant:export')
    .description('write everything of a tenant, of one moment, into a folder with a manifest')
    .requiredOption('--slug <slug>', 'of the tenant')
    .requiredOption('--out <folder>', 'the folder to make')
    .option(
      '--transfer-key-file <file>',
      'base64 of 32 bytes, under which secrets of webhooks are sealed; without it they are left out',
    )
    .option('--without-tokens', 'leave out what makes its tokens valid elsewhere')
    .addOption(quiet())
    .addOption(json())
    .action((options: Exported & { withoutTokens?: boolean }) =>
      inService(async (app) => {
        const { manifestDigest, TenantExport } = await import('../provisioning/index.js');
        const progress = new Progress(options);
        const asked = { ...options, tokens: !options.withoutTokens };
        const { tables, files } = await app.get(TenantExport).run(asked, (place) => progress.at(place));
        progress.end();
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        const sha256 = await manifestDigest(options.out);
        const { slug, out } = options;
        print(
          options,
          { slug, out, tables: tables.length, rows, files: files.length, manifest_sha256: sha256 },
          `${slug}: ${rows} rows of ${tables.length} tables and ${files.length} files are in ${out}.\nGive tenant:import --manifest-sha256 ${sha256}`,
        );
      }),
    );

  program
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
    .option('--without-tokens', 'none of its tokens is valid here')
    .addOption(quiet())
    .addOption(json())
    .action((folder: string, options: Imported & { withoutTokens?: boolean }) =>
      inService(async (app) => {
        const { TenantImport } = await import('../provisioning/index.js');
        const progress = new Progress(options);
        const asked = { ...options, folder, tokens: !options.withoutTokens };
        const made = await app.get(TenantImport).run(asked, (place) => progress.at(place));
        progress.end();
        const secrets = made.new_secrets.length;
        const off = secrets === 0 ? [] : [`${secrets} subscriptions have a new secret and are switched off.`];
        const said = `Tenant ${made.slug} (${made.id}): ${made.rows} rows and ${made.files} files. It is suspended: tenant:suspend --slug ${made.slug} --resume takes it up.`;
        print(options, made, [said, ...off].join('\n'));
      }),
    );

  program
    .command('tenant:erase')
    .description('remove everything of a suspended tenant, for good')
    .requiredOption('--slug <slug>', 'of the tenant')
    .requiredOption('--confirm <slug>', 'the slug once more')
    .option('--force', 'also a tenant that is active')
    .addOption(quiet())
    .addOption(json())
    .action((options: Printed & Shown & { slug: string; confirm: string; force?: boolean }) =>
      inService(async (app) => {
        const { TenantErasure } = await import('../provisioning/index.js');
        const progress = new Progress(options);
        const asked = { ...options, force: options.force === true };
        const erased = await app.get(TenantErasure).run(asked, (place) => progress.at(place));
        progress.end();
        const { slug, already, ended_at, files } = erased;
        const rows = Object.values(erased.rows).reduce((sum, count) => sum + count, 0);
        const when = already ? `was erased at ${ended_at.toISOString()}; nothing was done now` : 'is erased';
        print(options, erased, `${slug} ${when}: ${rows} rows, ${files} files. Backups still hold it.`);
      }),
    );
}

/** A person of a tenant, who asked to be forgotten. */
function addPeople(program: Command, inService: InService): void {
  program
    .command('user:anonymise')
    .description(
      'replace a deactivated user by a pseudonym everywhere, for good; what they did stays, and its evidence holds',
    )
    .requiredOption('--slug <slug>', 'of the tenant')
    .requiredOption('--user <user>', 'id or e-mail address')
    .requiredOption('--confirm <user>', 'the same once more')
    .addOption(quiet())
    .addOption(json())
    .action((options: Printed & Shown & { slug: string; user: string; confirm: string }) =>
      inService(async (app) => {
        const { UserAnonymisation } = await import('../provisioning/index.js');
        const progress = new Progress(options);
        const done = await app.get(UserAnonymisation).run(options, (place) => progress.at(place));
        progress.end();
        const { user_id, name, already, entries, events, mentions } = done;
        const said = already
          ? `User ${user_id} has been anonymised before: nothing was changed.`
          : `User ${user_id} is now ${name}: ${entries} entries of the audit log and ${events} events were changed. Backups still hold the person.`;
        const left = Object.entries(mentions).map(([column, rows]) => `Still named in ${column}: ${rows} rows.`);
        print(options, done, [said, ...left].join('\n'));
      }),
    );
}

function addLooks(program: Command, inService: InService): void {
  program
    .command('tenant:list')
    .description('every tenant with its use; --json prints one object a line')
    .addOption(json())
    .action((options: Printed) =>
      inService(async (app) => {
        const { TenantDirectory } = await import('../provisioning/index.js');
        if (!options.json) await written(`${HEADINGS.join('\t')}\n`);
        await app.get(TenantDirectory).each(async (page) => {
          const lines = page.map((tenant) => (options.json ? JSON.stringify(tenant) : row(tenant)));
          await written(`${lines.join('\n')}\n`);
        });
      }),
    );

  program
    .command('tenant:show')
    .description('one tenant with its use, its quotas and its legal hold')
    .requiredOption('--slug <slug>', 'of the tenant')
    .addOption(json())
    .action((options: Printed & { slug: string }) =>
      inService(async (app) => {
        const { TenantDirectory, TenantsService } = await import('../provisioning/index.js');
        const tenant = await app.get(TenantDirectory).one(options.slug);
        const usage = await app.get(TenantsService).quotasOf(options.slug);
        print(options, { ...tenant, quotas: usage }, inWords(tenant, usage));
      }),
    );

  program
    .command('tenant:hold')
    .description('put a tenant under a legal hold, under which nothing of it is removed, or end the hold')
    .requiredOption('--slug <slug>', 'of the tenant')
    .option('--reason <reason>', 'why')
    .option('--release', 'end the hold')
    .addOption(json())
    .action((options: Printed & { slug: string; reason?: string; release?: boolean }) =>
      inService(async (app) => {
        const { TenantDirectory } = await import('../provisioning/index.js');
        const { slug, reason, release } = options;
        if ((reason === undefined) === (release !== true)) throw new ProvisioningError('Give --reason, or --release');
        await app.get(TenantDirectory).hold(slug, reason ?? null);
        print(options, { slug, held: !release }, `${slug} is ${release ? 'no longer' : 'now'} under a legal hold.`);
      }),
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

function inWords(tenant: ListedTenant, usage: QuotaUsage): string {
  const lines = HEADINGS.map((heading, at) => `${heading}: ${row(tenant).split('\t')[at]}`);
  const quotas = `quotas: ${JSON.stringify(usage)}`;
  return [...lines, quotas, ...(tenant.legal_hold_reason ? [`held for: ${tenant.legal_hold_reason}`] : [])].join('\n');
}

/** Waits for whoever reads standard output, so that what is held of it does not grow. */
const written = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
