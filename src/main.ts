import { createApplication } from './application';
import { ConfigurationError, EXIT_CONFIGURATION, readEnvironment } from './config';
import { resetNightly } from './sandbox';

async function main(): Promise<void> {
  const environment = readEnvironment();
  const app = await createApplication(environment);
  await app.listen(environment.PORT, environment.HOST);
  if (environment.SANDBOX && environment.PROCESS_ROLE !== 'api') resetNightly(app, environment);
}

main().catch((error: unknown) => {
  const isConfiguration = error instanceof ConfigurationError;
  process.stderr.write(
    `${isConfiguration ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(isConfiguration ? EXIT_CONFIGURATION : 1);
});
