import { Command } from 'commander';
import { addFixtureCommands } from './commands/fixture.commands';
import { addSchemaCommands } from './commands/schema.commands';
import { addTenantCommands } from './commands/tenant.commands';
import { addVerificationCommands } from './commands/verification.commands';
import { ConfigurationError, EXIT_CONFIGURATION } from './config';
import { ProvisioningError } from './tenants';

/** The operator's commands. With `--json` standard output is one JSON object; logs go to standard error always. */
const program = new Command('procurement').description('Procurement Service: operator commands');
addSchemaCommands(program);
addTenantCommands(program);
addFixtureCommands(program);
addVerificationCommands(program);

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
