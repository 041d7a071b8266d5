import type { Command } from 'commander';
import { readEnvironment } from '../config';
import { migrate } from '../database/schema/migrate';
import { migrationLimits } from '../database/connection/time-limits';
import { json, print, type Printed } from './command-line';

export function addSchemaCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the schema up to date, as its owner')
    .addOption(json())
    .action(async (options: Printed) => {
      const environment = readEnvironment();
      const ran = await migrate(environment.DATABASE_MIGRATION_URL, environment.DATABASE_ROLE, {
        sandbox: environment.SANDBOX,
        limits: migrationLimits(environment),
        tell: (sentence) => process.stderr.write(`${sentence}\n`),
      });
      print(options, { migrations: ran }, ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
    });
}
