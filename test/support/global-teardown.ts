import { currentRun, withdrawRun } from './servers/run';
import { noteServer } from './servers/times';

/** Removes everything that the global setup created, once. */
export default async function globalTeardown(): Promise<void> {
  const custodian = globalThis.testServersCustodian;
  globalThis.testServersCustodian = undefined;
  if (custodian) await noteServer(currentRun().adminUrl);
  withdrawRun();
  await custodian?.dismiss();
}
