import { operatorProgram } from './commands/program';
import { StartRefusal } from './common/errors/start-refusal';
import { ConfigurationError, type Environment, EXIT_CONFIGURATION, readEnvironment } from './config/environment';
import { ProvisioningError } from './provisioning/provisioning-error';

const program = operatorProgram();

program.parseAsync().then(
  () => process.exit(),
  async (error: unknown) => {
    process.stderr.write(`${await sentences(error)}\n`);
    // Connections of a service that did not come up would keep the process alive.
    process.exit(error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1);
  },
);

/** For a person at a terminal: what is wrong, and what to do about it where that is known. */
async function sentences(error: unknown): Promise<string> {
  if (error instanceof ProvisioningError || error instanceof ConfigurationError) return error.message;
  const { startFailure } = await import('./processes/index.js');
  const { failed, msg, hint } = startFailure(error, readableEnvironment());
  // What fails in a migration is the migration's: the refusals of its owner have other causes than the service's.
  const isForeseen = (failed !== 'start' && program.args[0] !== 'migrate') || error instanceof StartRefusal;
  if (isForeseen) return `${msg}\n${hint}`;
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
