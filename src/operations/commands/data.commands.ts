import { type Command, InvalidArgumentError } from 'commander';
import { StartRefusal } from '../../common/errors/start-refusal';
import { readEnvironment } from '../../platform/config/environment';
import type { SeededTenant } from '../demo/demo-tenant';
import { commandEnvironment, json, type LoadApplication, print, type Printed } from './running/command-line';
import { quiet } from './running/stoppable';

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** The schema, for which the service need not be able to start. */
export function addSchemaCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the schema up to date, as its owner')
    .option(
      '--wait <seconds>',
      'run nothing; wait, for so long at most, until another process has brought it up to date. The login of the service is enough',
      seconds,
    )
    .addOption(quiet())
    .addOption(json())
    .action(async (options: Printed & { readonly wait?: number; readonly quiet?: boolean }) => {
      const environment = readEnvironment();
      if (options.wait !== undefined) {
        const { startFailure } = await import('../../platform/processes/index.js');
        const { waitForSchema } = await import('../../platform/database/schema/wait-for-schema.js');
        await waitForSchema(environment, options.wait * 1_000, (waitsFor) => {
          process.stderr.write(`Waiting: ${startFailure(waitsFor, environment).msg}\n`);
        }).catch((error: unknown) => {
          const { msg, hint } = startFailure(error, environment);
          throw new StartRefusal(`The schema is not up to date after ${options.wait} s. ${msg}`, hint);
        });
        print(options, { migrations: [] }, 'The schema is up to date.');
        return;
      }
      const { migrationLimits } = await import('../../platform/database/connection/settings.js');
      const { migrate } = await import('../../platform/database/schema/migrate.js');
      const ran = await migrate(environment.DATABASE_MIGRATION_URL, environment.DATABASE_ROLE, {
        sandbox: environment.SANDBOX,
        limits: migrationLimits(environment),
        tell: say,
        ...(options.json || options.quiet ? {} : { step: say }),
      });
      print(options, { migrations: ran }, ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
    });
}

function seconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give whole seconds, 99999 at most.');
  return Number(text);
}

/** The demo tenant, and the sandbox that returns to it. */
export function addFixtureCommands(program: Command, load: LoadApplication): void {
  program
    .command('seed:demo')
    .description(
      'provision two demo tenants with realistic data, one of them under strict controls; changes nothing where they are',
    )
    .addOption(json())
    .action(async (options: Printed) => {
      const environment = commandEnvironment();
      const { seedDemo } = await import('../demo/demo-tenant.js');
      const { createApplication } = await load();
      const app = await createApplication(environment);
      try {
        const seeded = await seedDemo(app);
        const strict = await seedDemo(app, 'demo-strict');
        print(options, { ...seeded, strict }, [seeded, strict].map(said).join('\n'));
      } finally {
        await app.close();
      }
    });

  program
    .command('sandbox:reset')
    .description('return every tenant of a sandbox (SANDBOX=true) to the seeded fixtures, now; tokens survive')
    .addOption(json())
    .action(async (options: Printed) => {
      const environment = commandEnvironment();
      const { resetSandbox } = await import('../sandbox/index.js');
      const { createApplication } = await load();
      const reset = await resetSandbox(environment, 'all', createApplication);
      print(options, { tenants: reset }, `${reset.length} tenants reset.`);
    });
}

function said({ tenant, token }: SeededTenant): string {
  return token
    ? `Admin token of the tenant ${tenant.slug}, shown this once: ${token.token}`
    : `The tenant ${tenant.slug} is there already.`;
}
