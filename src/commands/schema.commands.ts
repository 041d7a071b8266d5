import type { Command } from 'commander';
import { readEnvironment } from '../config';
import { migrate } from '../database/migrate';
import { json, print, type Printed } from './command-line';

export function addSchemaCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the schema up to date, as its owner')
    .addOption(json())
    .action(async (options: Printed) => {
      const { DATABASE_MIGRATION_URL, DATABASE_ROLE, SANDBOX } = readEnvironment();
      const ran = await migrate(DATABASE_MIGRATION_URL, DATABASE_ROLE, { sandbox: SANDBOX });
      print(options, { migrations: ran }, ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
    });
}
