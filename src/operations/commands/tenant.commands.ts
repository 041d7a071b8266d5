import type { INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ABILITIES, Ability } from '../../common/actor';
import { omitUndefined } from '../../common/records/given';
import type { QuotaChanges, QuotaUsage } from '../../organisation/quotas';
import { RATE_TABLES, type RateTableName } from '../../platform/rate-limits/plans';
import type { SeededTenant } from '../demo/demo-tenant';
import type { NewTenant, TenantsService } from '../provisioning';
import { ProvisioningError } from '../provisioning/provisioning-error';
import { CONTROL_PROFILES } from '../../organisation/tenants/settings';
import { commandEnvironment, json, type LoadApplication, print, type ServiceCommands } from './running/command-line';
import type { Shown } from './running/progress';

/** `default` resets a quota to the operator's default. */
type QuotaText = number | 'default';

interface QuotaOptions {
  readonly slug: string;
  readonly storageMb?: QuotaText;
  readonly invitationsPerDay?: QuotaText;
  readonly mailsPerDay?: QuotaText;
}

const table = (): Option => new Option('--table <table>', 'rate table').choices([...RATE_TABLES]);

const controls = (): Option =>
  new Option(
    '--controls <profile>',
    'strict: separation of duties, distinct approvers, required budgets and more together',
  )
    .choices([...CONTROL_PROFILES])
    .default('standard');

export function addTenantCommands(program: Command, service: ServiceCommands): void {
  service.short<NewTenant>(
    program
      .command('tenant:create')
      .description('create a tenant with its owner, the department General and an admin token')
      .requiredOption('--slug <slug>', 'host label: lower-case letters, digits, hyphens')
      .requiredOption('--name <name>', 'name of the organisation')
      .requiredOption('--plan <plan>', 'plan in the rate table')
      .addOption(table().default('standard'))
      .option('--currency <code>', 'ISO 4217', 'SAR')
      .requiredOption('--owner-email <email>', 'e-mail address of the first admin')
      .requiredOption('--owner-name <name>', 'name of the first admin')
      .addOption(controls()),
    async (app, options) => {
      const made = await (await tenantsOf(app)).create(options);
      print(options, made, [
        `Tenant ${made.tenant.slug} (${made.tenant.id}).`,
        `Admin token, shown this once: ${made.token.token}`,
      ]);
    },
  );

  service.short<{ slug: string; plan: string; table?: RateTableName }>(
    program
      .command('tenant:plan')
      .description('move a tenant to another plan; all instances apply it within a minute')
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .requiredOption('--plan <plan>', 'the new plan in the rate table')
      .addOption(table()),
    async (app, options) => {
      const { slug, plan } = options;
      await (await tenantsOf(app)).changePlan(slug, plan, options.table);
      print(options, { slug, plan }, [`${slug} is on ${plan}.`]);
    },
  );

  service.short<QuotaOptions>(
    program
      .command('tenant:quota')
      .description('show the quotas of a tenant and their usage, or set quotas; new values apply to the next request')
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .option('--storage-mb <number|default>', 'maximum size of all uploaded documents, MiB', quota)
      .option('--invitations-per-day <number|default>', 'maximum invitations per day (UTC)', quota)
      .option('--mails-per-day <number|default>', 'maximum mails per day (UTC), at least 1', quota),
    async (app, options) => {
      const tenants = await tenantsOf(app);
      const changes = changesIn(options);
      if (Object.keys(changes).length > 0) await tenants.changeQuotas(options.slug, changes);
      const usage = await tenants.quotasOf(options.slug);
      print(options, { slug: options.slug, ...usage }, columnsOf(usage));
    },
  );

  service.short<{ slug: string; resume?: boolean }>(
    program
      .command('tenant:suspend')
      .description('suspend a tenant, so that none of its tokens is valid; or resume it')
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .option('--resume', 'resume the tenant: its tokens are valid again'),
    async (app, options) => {
      const { slug, resume } = options;
      const tenants = await tenantsOf(app);
      await (resume ? tenants.resume(slug) : tenants.suspend(slug));
      const status = resume ? 'active' : 'suspended';
      print(options, { slug, status }, [`${slug} is ${status}.`]);
    },
  );

  service.short<{ slug: string; email?: string; name: string; abilities: string }>(
    program
      .command('token:create')
      .description('create a token for a user of a tenant and print it once')
      .requiredOption('--slug <slug>', 'slug of the tenant')
      .option('--email <email>', 'the user; default: the first admin')
      .option('--name <name>', 'name of the token', 'Command line')
      .option('--abilities <list>', 'comma-separated abilities of the token', 'admin'),
    async (app, options) => {
      const { slug, abilities, ...asked } = options;
      const tenants = await tenantsOf(app);
      const token = await tenants.createToken(slug, { ...asked, abilities: abilitiesOf(abilities) });
      print(options, { token }, [token.token]);
    },
  );
}

export function addFixtureCommands(program: Command, load: LoadApplication): void {
  program
    .command('seed:demo')
    .description(
      'create two demo tenants with realistic data, one of them under strict controls; existing ones are ' +
        'not changed',
    )
    .addOption(json())
    .action(async (options: Shown) => {
      const environment = commandEnvironment();
      const { seedDemo } = await import('../demo/demo-tenant.js');
      const { createApplication } = await load();
      const app = await createApplication(environment);
      try {
        const seeded = await seedDemo(app);
        const strict = await seedDemo(app, 'demo-strict');
        print(options, { ...seeded, strict }, [seeded, strict].map(summaryOf));
      } finally {
        await app.close();
      }
    });

  program
    .command('sandbox:reset')
    .description('reset every tenant of a sandbox (SANDBOX=true) to the demo data now; tokens remain valid')
    .addOption(json())
    .action(async (options: Shown) => {
      const environment = commandEnvironment();
      const { resetSandbox } = await import('../sandbox/index.js');
      const { createApplication } = await load();
      const reset = await resetSandbox(environment, 'all', createApplication);
      print(options, { tenants: reset }, [`${reset.length} tenants reset.`]);
    });
}

/** Imported when a command runs, because loading the modules takes a second, which would slow down `--help`. */
async function tenantsOf(app: INestApplicationContext): Promise<TenantsService> {
  const { TenantsService } = await import('../provisioning/index.js');
  return app.get(TenantsService);
}

function abilitiesOf(list: string): Ability[] {
  const wanted = list.split(',').map((one) => one.trim());
  const unknown = wanted.filter((one) => !(ABILITIES as readonly string[]).includes(one));
  if (unknown.length > 0)
    throw new ProvisioningError(`No such ability: ${unknown.join(', ')}. There are ${ABILITIES.join(', ')}`);
  return wanted as Ability[];
}

function quota(text: string): QuotaText {
  if (text === 'default') return text;
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or default.');
  return Number(text);
}

function changesIn({ storageMb, invitationsPerDay, mailsPerDay }: QuotaOptions): QuotaChanges {
  const wanted = { storage_quota_mb: storageMb, invitations_per_day: invitationsPerDay, mails_per_day: mailsPerDay };
  const named = Object.entries(omitUndefined(wanted));
  return Object.fromEntries(named.map(([name, value]) => [name, value === 'default' ? null : value]));
}

function columnsOf(usage: QuotaUsage): string[] {
  return [
    `Storage: ${usage.storage_used_mb} of ${usage.storage_quota_mb} MB`,
    `Invitations today: ${usage.invitations_today} of ${usage.invitations_per_day}`,
    `Mails today: ${usage.mails_today} of ${usage.mails_per_day}`,
  ];
}

function summaryOf({ tenant, token }: SeededTenant): string {
  return token
    ? `Admin token of the tenant ${tenant.slug}, shown this once: ${token.token}`
    : `The tenant ${tenant.slug} is there already.`;
}
