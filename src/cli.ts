import { Command } from 'commander';
import { addBulkCommands } from './commands/bulk.commands';
import { addFixtureCommands, addSchemaCommands } from './commands/data.commands';
import { addEvidenceCommands } from './commands/evidence.commands';
import { addTenantCommands } from './commands/tenant.commands';
import { addTenantLivesCommands } from './commands/tenant-lives.commands';
import { addVerificationCommands } from './commands/verification.commands';
import { StartRefusal } from './common/errors/start-refusal';
import { ConfigurationError, EXIT_CONFIGURATION, readEnvironment } from './config';
import { startFailure } from './processes';
import { ProvisioningError } from './provisioning';

/** The operator's commands. With `--json` standard output is one JSON object; logs go to standard error always. */
const program = new Command('procurement').description('Procurement Service: operator commands');
addSchemaCommands(program);
addTenantCommands(program);
addTenantLivesCommands(program);
addFixtureCommands(program);
addBulkCommands(program);
addVerificationCommands(program);
addEvidenceCommands(program);

program.parseAsync().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${sentences(error)}\n`);
    // Connections of a service that did not come up would keep the process alive.
    process.exit(error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1);
  },
);

/** For a person at a terminal: what is wrong, and what to do about it where that is known. */
function sentences(error: unknown): string {
  if (error instanceof ProvisioningError || error instanceof ConfigurationError) return error.message;
  const { failed, msg, hint } = startFailure(error, readEnvironment());
  // What fails in a migration is the migration's: the refusals of its owner have other causes than the service's.
  const isForeseen = (failed !== 'start' && program.args[0] !== 'migrate') || error instanceof StartRefusal;
  if (isForeseen) return `${msg}\n${hint}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
