import cluster from 'node:cluster';
import { ConfigurationError, EXIT_CONFIGURATION, readEnvironment } from './config';
import { Primary } from './processes';

async function main(): Promise<void> {
  const environment = readEnvironment();
  if (environment.WEB_CONCURRENCY > 1 && cluster.isPrimary) {
    new Primary(environment).start();
    return;
  }
  // Not before: the process that only starts others needs none of it.
  const { serve } = await import('./serve.js');
  await serve(environment);
}

main().catch((error: unknown) => {
  const isConfiguration = error instanceof ConfigurationError;
  process.stderr.write(
    `${isConfiguration ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(isConfiguration ? EXIT_CONFIGURATION : 1);
});
