import type { INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ABILITIES, Ability } from '../../common/actor';
import { given } from '../../common/records/given';
import type { QuotaChanges, QuotaUsage } from '../../organisation/quotas';
import { RATE_TABLES, type RateTableName } from '../../platform/rate-limits/plans';
import type { NewTenant, TenantsService } from '../provisioning';
import { ProvisioningError } from '../provisioning/provisioning-error';
import { CONTROL_PROFILES } from '../../organisation/tenants/settings';
import { type InService, json, print, type Printed } from './running/command-line';

/** `default` takes a quota back to the operator's default. */
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

/** Tenants, their plans and their tokens. */
export function addTenantCommands(program: Command, inService: InService): void {
  program
    .command('tenant:create')
    .description('provision a tenant with its owner, the department General and an admin token')
    .requiredOption('--slug <slug>', 'host label: lower-case letters, digits, hyphens')
    .requiredOption('--name <name>', 'name of the organisation')
    .requiredOption('--plan <plan>', 'plan of the rate table')
    .addOption(table().default('standard'))
    .option('--currency <code>', 'ISO 4217', 'SAR')
    .requiredOption('--owner-email <email>', 'of its first admin')
    .requiredOption('--owner-name <name>', 'of its first admin')
    .addOption(controls())
    .addOption(json())
    .action((options: Printed & NewTenant) =>
      inService(async (app) => {
        const made = await (await tenantsOf(app)).create(options);
        print(
          options,
          made,
          `Tenant ${made.tenant.slug} (${made.tenant.id}).\nAdmin token, shown this once: ${made.token.token}`,
        );
      }),
    );

  program
    .command('tenant:plan')
    .description('move a tenant to another plan; every instance knows within a minute')
    .requiredOption('--slug <slug>', 'of the tenant')
    .requiredOption('--plan <plan>', 'the new plan, of its rate table')
    .addOption(table())
    .addOption(json())
    .action((options: Printed & { slug: string; plan: string; table?: RateTableName }) =>
      inService(async (app) => {
        await (await tenantsOf(app)).changePlan(options.slug, options.plan, options.table);
        print(options, { slug: options.slug, plan: options.plan }, `${options.slug} is on ${options.plan}.`);
      }),
    );

  program
    .command('tenant:quota')
    .description(
      'show the quotas of a tenant and what is used of them, or set some; they hold from the next request on',
    )
    .requiredOption('--slug <slug>', 'of the tenant')
    .option('--storage-mb <number|default>', 'uploaded documents in all, in MiB', quota)
    .option('--invitations-per-day <number|default>', 'invitations of a day (UTC)', quota)
    .option('--mails-per-day <number|default>', 'mails of a day (UTC), at least 1', quota)
    .addOption(json())
    .action((options: Printed & QuotaOptions) =>
      inService(async (app) => {
        const tenants = await tenantsOf(app);
        const changes = changesIn(options);
        if (Object.keys(changes).length > 0) await tenants.changeQuotas(options.slug, changes);
        const usage = await tenants.quotasOf(options.slug);
        print(options, { slug: options.slug, ...usage }, inWords(usage));
      }),
    );

  program
    .command('tenant:suspend')
    .description('suspend a tenant, so that none of its tokens is valid; or take it up again')
    .requiredOption('--slug <slug>', 'of the tenant')
    .option('--resume', 'make its tokens valid again')
    .addOption(json())
    .action((options: Printed & { slug: string; resume?: boolean }) =>
      inService(async (app) => {
        const status = options.resume ? 'active' : 'suspended';
        const tenants = await tenantsOf(app);
        await (options.resume ? tenants.resume(options.slug) : tenants.suspend(options.slug));
        print(options, { slug: options.slug, status }, `${options.slug} is ${status}.`);
      }),
    );

  program
    .command('token:create')
    .description('make a token for a user of a tenant, and show it this once')
    .requiredOption('--slug <slug>', 'of the tenant')
    .option('--email <email>', 'the user; the first admin when left out')
    .option('--name <name>', 'what it is for', 'Command line')
    .addOption(new Option('--abilities <list>', 'what the token may do, separated by commas').default('admin'))
    .addOption(json())
    .action((options: Printed & { slug: string; email?: string; name: string; abilities: string }) =>
      inService(async (app) => {
        const token = await (
          await tenantsOf(app)
        ).createToken(options.slug, {
          name: options.name,
          abilities: abilitiesOf(options.abilities),
          ...(options.email ? { email: options.email } : {}),
        });
        print(options, { token }, token.token);
      }),
    );
}

/** Loaded when a command runs: the modules behind it take a second, which `--help` need not wait for. */
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
  const named = Object.entries(given(wanted));
  return Object.fromEntries(named.map(([name, value]) => [name, value === 'default' ? null : value]));
}

function inWords(usage: QuotaUsage): string {
  return [
    `Storage: ${usage.storage_used_mb} of ${usage.storage_quota_mb} MB`,
    `Invitations today: ${usage.invitations_today} of ${usage.invitations_per_day}`,
    `Mails today: ${usage.mails_today} of ${usage.mails_per_day}`,
  ].join('\n');
}
