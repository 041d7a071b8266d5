import { type INestApplicationContext, Logger } from '@nestjs/common';
import cluster from 'node:cluster';
import { createApplication, createWithoutApi } from './application';
import { type Environment, misspelled, serviceVersion, shareOfProcess } from './platform/config';
import { AdminListener, Draining } from './platform/health';
import { type StopSignals, reportServing } from './platform/processes';
import { resetNightly } from './operations/sandbox';
import { stopTracing } from './platform/tracing';

/** Runs the service until `signals` stops it, as the only process of an instance or as one of several. */
export async function serve(instance: Environment, signals: StopSignals): Promise<void> {
  const environment = shareOfProcess(instance);
  const isWorker = environment.PROCESS_ROLE === 'worker';
  const app = isWorker ? await createWithoutApi(environment) : await listening(environment);
  const adminPort = await app.get(AdminListener).listen();
  app.flushLogs();
  new Logger('Service').log(
    `Version ${serviceVersion()} ${isWorker ? 'works' : `answers on port ${environment.PORT}`}; health and metrics are on port ${adminPort}`,
  );
  // With several processes only the first logs it.
  if ((cluster.worker?.id ?? 1) === 1) for (const sentence of misspelled()) new Logger('Configuration').warn(sentence);
  if (environment.SANDBOX) resetNightly(app, environment, createApplication);
  signals.serves({
    // Load balancers send no requests to workers.
    delay: isWorker ? 0 : environment.SHUTDOWN_DELAY_MS,
    announce: () => app.get(Draining).begin(),
    close: async () => {
      await app.close();
      // Exports the spans of the last requests and deliveries.
      await stopTracing();
    },
  });
  reportServing();
}

async function listening(environment: Environment): Promise<INestApplicationContext> {
  const app = await createApplication(environment, undefined, true);
  await app.listen(environment.PORT, environment.HOST);
  return app;
}
