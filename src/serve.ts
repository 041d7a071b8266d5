import { createApplication } from './application';
import { type Environment, shareOfProcess } from './config';
import { resetNightly } from './sandbox';

/** Serves, as the only process of an instance or as one of several. */
export async function serve(instance: Environment): Promise<void> {
  const environment = shareOfProcess(instance);
  const app = await createApplication(environment);
  await app.listen(environment.PORT, environment.HOST);
  if (environment.SANDBOX && environment.PROCESS_ROLE !== 'api') resetNightly(app, environment);
}
