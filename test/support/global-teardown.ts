import { withdrawRun } from './servers/run';

/** Clears up all that the global setup provided, once. */
export default async function globalTeardown(): Promise<void> {
  const custodian = globalThis.testServersCustodian;
  globalThis.testServersCustodian = undefined;
  withdrawRun();
  await custodian?.dismiss();
}
