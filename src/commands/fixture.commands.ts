import type { Command } from 'commander';
import { createApplication } from '../application';
import { readEnvironment } from '../config';
import { seedDemo } from '../demo/demo-tenant';
import { resetSandbox } from '../sandbox';
import { json, print, type Printed } from './command-line';

/** The demo tenant, and the sandbox that returns to it. */
export function addFixtureCommands(program: Command): void {
  program
    .command('seed:demo')
    .description('provision the demo tenant with realistic data; changes nothing where it is there already')
    .addOption(json())
    .action(async (options: Printed) => {
      const app = await createApplication({ ...readEnvironment(), LOG_LEVEL: 'warn', PROCESS_ROLE: 'api' });
      try {
        const seeded = await seedDemo(app);
        const said = seeded.token
          ? `Admin token, shown this once: ${seeded.token.token}`
          : 'The demo tenant is there already.';
        print(options, seeded, said);
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
}
