import { Command } from 'commander';
import { StartRefusal } from '../../common/errors/start-refusal';
import {
  ConfigurationError,
  type Environment,
  EXIT_CONFIGURATION,
  readEnvironment,
} from '../../platform/config/environment';
import { serviceVersion } from '../../platform/config/version';
import { ProvisioningError } from '../provisioning/provisioning-error';
import { asJob, inTraceOf, startTracing, stopTracing } from '../../platform/tracing';
import { addBulkCommands } from './bulk.commands';
import { addInstallationCommands } from './installation.commands';
import { addKeyCommands } from './keys.commands';
import { type LoadApplication, ServiceCommands } from './running/command-line';
import { addFixtureCommands, addTenantCommands } from './tenant.commands';
import { addTenantLivesCommands } from './tenant-lives.commands';
import { addEvidenceCommands, addVerificationCommands } from './verification.commands';

/** With `--json` standard output is one JSON object. Logs always go to standard error. */
export function operatorProgram(load: LoadApplication): Command {
  const service = new ServiceCommands(load);
  const program = new Command('procurement')
    .description('Procurement Service: operator commands')
    .version(serviceVersion());
  addInstallationCommands(program);
  addTenantCommands(program, service);
  addTenantLivesCommands(program, service);
  addFixtureCommands(program, load);
  addBulkCommands(program, service);
  addVerificationCommands(program, service);
  addEvidenceCommands(program, service);
  addKeyCommands(program, service);
  return program;
}

/**
 * Runs an operator's command. Writes errors to standard error, with advice for known causes.
 * @param args the arguments after `node dist/cli.js`
 * @returns the exit code: 0, 1 for a failure, 78 for a faulty configuration
 */
export async function runCommand(args: readonly string[], load: LoadApplication): Promise<number> {
  try {
    await run(args, load);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    process.stderr.write(`${await sentences(error, args[0])}\n`);
    return error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1;
  } finally {
    await stopTracing();
  }
}

async function run(args: readonly string[], load: LoadApplication): Promise<void> {
  const program = operatorProgram(load);
  // If it is invalid, a command that needs it reads it again and fails there.
  const environment = readableEnvironment();
  if (environment) await startTracing(environment);
  const asked = program.commands.find((command) => command.name() === args[0]);
  const job = `command ${asked?.name() ?? 'help'}`;
  await asJob(job, {}, () =>
    inTraceOf({ traceparent: null, continues: false }, { name: job }, async () => {
      await program.parseAsync(args, { from: 'user' });
    }),
  );
}

async function sentences(error: unknown, command: string | undefined): Promise<string> {
  if (error instanceof ProvisioningError || error instanceof ConfigurationError) return error.message;
  const { migrationFailure, startFailure } = await import('../../platform/processes/index.js');
  const environment = readableEnvironment();
  // Errors during a migration have other causes than those of a start.
  const isMigration = command === 'migrate' && !(error instanceof StartRefusal);
  const failure = isMigration ? migrationFailure(error, environment) : startFailure(error, environment);
  const isForeseen = failure !== undefined && (failure.failed !== 'start' || error instanceof StartRefusal);
  if (isForeseen) return `${failure.msg}\n${failure.hint}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Undefined for an invalid configuration, so that it does not hide the original error. */
function readableEnvironment(): Environment | undefined {
  try {
    return readEnvironment();
  } catch {
    return undefined;
  }
}
