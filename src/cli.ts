import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, Option } from 'commander';
import { AppModule } from './app.module';
import { createApplication } from './application';
import { BudgetVerification } from './budgets';
import { ABILITIES, Ability } from './common/actor';
import { ConfigurationError, EXIT_CONFIGURATION, readEnvironment } from './config';
import { migrate } from './database/migrate';
import { seedDemo } from './demo/demo-tenant';
import { resetSandbox } from './sandbox';
import { RATE_TABLES, RateTableName } from './rate-limits';
import { ProvisioningError, TenantsService } from './tenants';
import { PerformanceRebuild } from './vendor-performance';

/** The operator's commands. With `--json` standard output is one JSON object; logs go to standard error always. */
const program = new Command('procurement').description('Procurement Service: operator commands');
const json = (): Option => new Option('--json', 'print one JSON object');
const table = (): Option => new Option('--table <table>', 'rate table').choices([...RATE_TABLES]);

interface Printed {
  readonly json?: boolean;
}

program
  .command('migrate')
  .description('bring the schema up to date, as its owner')
  .addOption(json())
  .action(async (options: Printed) => {
    const environment = readEnvironment();
    const { DATABASE_MIGRATION_URL, DATABASE_ROLE, SANDBOX } = environment;
    const ran = await migrate(DATABASE_MIGRATION_URL, DATABASE_ROLE, { sandbox: SANDBOX });
    print(options, { migrations: ran }, ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
  });

interface CreateOptions extends Printed {
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly table: RateTableName;
  readonly currency: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
}

program
  .command('tenant:create')
  .description('provision a tenant with its owner, the department General and an admin token')
  .requiredOption('--slug <slug>', 'host label: lower-case letters, digits, hyphens')
  .requiredOption('--name <name>', 'name of the organisation')
  .requiredOption('--plan <plan>', 'plan of the rate table')
  .addOption(table().default('standard'))
  .option('--currency <code>', 'ISO 4217', 'SAR')
  .requiredOption('--owner-email <email>')
  .requiredOption('--owner-name <name>')
  .addOption(json())
  .action((options: CreateOptions) =>
    inService(async (app) => {
      const made = await app.get(TenantsService).create(options);
      print(
        options,
        made,
        `Tenant ${made.tenant.slug} (${made.tenant.id}).\nAdmin token, shown this once: ${made.token.token}`,
      );
    }),
  );

program
  .command('tenant:plan')
  .description('move a tenant to another plan; holds everywhere within a minute')
  .requiredOption('--slug <slug>')
  .requiredOption('--plan <plan>')
  .addOption(table())
  .addOption(json())
  .action((options: Printed & { slug: string; plan: string; table?: RateTableName }) =>
    inService(async (app) => {
      await app.get(TenantsService).changePlan(options.slug, options.plan, options.table);
      print(options, { slug: options.slug, plan: options.plan }, `${options.slug} is on ${options.plan}.`);
    }),
  );

program
  .command('tenant:suspend')
  .description('suspend a tenant: none of its tokens is valid any more')
  .requiredOption('--slug <slug>')
  .option('--resume', 'take it up again')
  .addOption(json())
  .action((options: Printed & { slug: string; resume?: boolean }) =>
    inService(async (app) => {
      const status = options.resume ? 'active' : 'suspended';
      await app.get(TenantsService).setStatus(options.slug, status);
      print(options, { slug: options.slug, status }, `${options.slug} is ${status}.`);
    }),
  );

program
  .command('token:create')
  .description('mint a token for a user of a tenant')
  .requiredOption('--slug <slug>')
  .option('--email <email>', 'the user; the first admin when left out')
  .option('--name <name>', 'what it is for', 'Command line')
  .addOption(new Option('--abilities <list>', 'separated by commas').default('admin'))
  .addOption(json())
  .action((options: Printed & { slug: string; email?: string; name: string; abilities: string }) =>
    inService(async (app) => {
      const token = await app.get(TenantsService).createToken(options.slug, {
        name: options.name,
        abilities: abilitiesOf(options.abilities),
        ...(options.email ? { email: options.email } : {}),
      });
      print(options, { token }, token.token);
    }),
  );

program
  .command('seed:demo')
  .description('provision the demo tenant with realistic data; changes nothing where it is there already')
  .addOption(json())
  .action(async (options: Printed) => {
    const app = await createApplication({ ...readEnvironment(), LOG_LEVEL: 'warn', PROCESS_ROLE: 'api' });
    try {
      const seeded = await seedDemo(app);
      print(
        options,
        seeded,
        seeded.token ? `Admin token, shown this once: ${seeded.token.token}` : 'The demo tenant is there already.',
      );
    } finally {
      await app.close();
    }
  });

program
  .command('sandbox:reset')
  .description('return every tenant of a sandbox (SANDBOX=true) to the seeded fixtures, now; tokens survive')
  .addOption(json())
  .action(async (options: Printed) => {
    const reset = await resetSandbox({ ...readEnvironment(), LOG_LEVEL: 'warn' }, 'all');
    print(options, { tenants: reset }, `${reset.length} tenants reset.`);
  });

program
  .command('budget:verify')
  .description('recompute every budget of every tenant from its ledger and its documents; exits 1 when any differs')
  .addOption(json())
  .action((options: Printed) =>
    inService(async (app) => {
      const verified = await app.get(BudgetVerification).all();
      const found = verified.differences.map(
        ({ budget_id, name, figure, kept, ledger, documents }) =>
          `Budget ${budget_id} (${name}): ${figure} is ${kept}, its ledger says ${ledger}, its documents ${documents}.`,
      );
      print(options, verified, [...found, `${verified.budgets} budgets, ${found.length} differences.`].join('\n'));
      if (found.length > 0) process.exitCode = 1;
    }),
  );

program
  .command('performance:rebuild')
  .description('work vendor performance out anew from orders, receipts and invoices, and put right what differs')
  .addOption(json())
  .action((options: Printed) =>
    inService(async (app) => {
      const rebuilt = await app.get(PerformanceRebuild).all();
      const { vendors, orders, ordersCorrected, periodsCorrected, scoresCorrected } = rebuilt;
      print(
        options,
        rebuilt,
        `${vendors} vendors, ${orders} orders. Corrected: ${ordersCorrected} orders, ${periodsCorrected} days and months, ${scoresCorrected} scores.`,
      );
    }),
  );

function abilitiesOf(list: string): Ability[] {
  const wanted = list.split(',').map((one) => one.trim());
  const unknown = wanted.filter((one) => !(ABILITIES as readonly string[]).includes(one));
  if (unknown.length > 0)
    throw new ProvisioningError(`No such ability: ${unknown.join(', ')}. There are ${ABILITIES.join(', ')}`);
  return wanted as Ability[];
}

/** Runs with the service's own modules, without listening. */
async function inService(work: (app: INestApplicationContext) => Promise<void>): Promise<void> {
  // Not a worker: a command ends before it could deliver anything.
  const environment = { ...readEnvironment(), LOG_LEVEL: 'warn', PROCESS_ROLE: 'api' as const };
  const app = await NestFactory.createApplicationContext(AppModule.with(environment), {
    logger: ['warn', 'error'],
    abortOnError: false,
  });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

function print(options: Printed, object: object, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(object) : text}\n`);
}

program.parseAsync().then(
  () => process.exit(),
  (error: unknown) => {
    const expected = error instanceof ProvisioningError || error instanceof ConfigurationError;
    process.stderr.write(
      `${error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
    );
    // Connections of a service that did not come up would keep the process alive.
    process.exit(error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1);
  },
);
