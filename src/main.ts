import cluster from 'node:cluster';
import { type Environment, readEnvironment } from './platform/config';
import { failToStart, Primary, printStopFailed, StopSignals } from './platform/processes';
import { startTracing } from './platform/tracing';

let environment: Environment | undefined;

async function main(): Promise<void> {
  environment = readEnvironment();
  if (environment.WEB_CONCURRENCY > 1 && cluster.isPrimary) {
    new Primary(environment).start();
    return;
  }
  const signals = new StopSignals(printStopFailed);
  signals.listen();
  await startTracing(environment);
  // Imported late, because a process that only starts others does not need it.
  const { serve } = await import('./serve.js');
  await serve(environment, signals);
}

main().catch((error: unknown) => failToStart(error, environment));
