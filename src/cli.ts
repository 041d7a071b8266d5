import { operatorProgram } from './commands/program';
import { StartRefusal } from './common/errors/start-refusal';
import { ConfigurationError, type Environment, EXIT_CONFIGURATION, readEnvironment } from './config/environment';
import { ProvisioningError } from './provisioning/provisioning-error';
import { asJob, inTraceOf, startTracing, stopTracing } from './tracing';

const program = operatorProgram();

run().then(
  async () => {
    await stopTracing();
    process.exit();
  },
  async (error: unknown) => {
    process.stderr.write(`${await sentences(error)}\n`);
    await stopTracing();
    // Connections of a service that did not come up would keep the process alive.
    process.exit(error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1);
  },
);

/** Runs the command that was asked for, in a trace of its own where spans are exported. */
async function run(): Promise<void> {
  try {
    await startTracing(readEnvironment());
  } catch (error) {
    // The command says so itself, if it needs the environment at all.
    if (!(error instanceof ConfigurationError)) throw error;
  }
  const asked = program.commands.find((command) => command.name() === process.argv[2]);
  const job = `command ${asked?.name() ?? 'help'}`;
  await asJob(job, {}, () =>
    inTraceOf({ traceparent: null, continues: false }, { name: job }, async () => {
      await program.parseAsync();
    }),
  );
}

/** For a person at a terminal: what is wrong, and what to do about it where that is known. */
async function sentences(error: unknown): Promise<string> {
  if (error instanceof ProvisioningError || error instanceof ConfigurationError) return error.message;
  const { migrationFailure, startFailure } = await import('./processes/index.js');
  const environment = readableEnvironment();
  // What fails in a migration is the migration's: the refusals of its owner have other causes than the service's.
  const isMigration = program.args[0] === 'migrate' && !(error instanceof StartRefusal);
  const failure = isMigration ? migrationFailure(error, environment) : startFailure(error, environment);
  const isForeseen = failure !== undefined && (failure.failed !== 'start' || error instanceof StartRefusal);
  if (isForeseen) return `${failure.msg}\n${failure.hint}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Undefined where it is wrong, which must not hide what else went wrong. */
function readableEnvironment(): Environment | undefined {
  try {
    return readEnvironment();
  } catch {
    return undefined;
  }
}
