import { bringPrograms } from './programs/program';
import { type Custodian, hireCustodian } from './servers/custodian';
import { provision } from './servers/provision';
import { publishRun } from './servers/run';

declare global {
  // What the teardown, which Jest loads as a module of its own, finds this run's custodian by.
  var testServersCustodian: Custodian | undefined;
}

/** Starts the run's servers and sees to the programs that tests run, once for all tiers that need them. */
export default async function globalSetup(): Promise<void> {
  if (globalThis.testServersCustodian !== undefined) return;
  bringPrograms();
  const custodian = hireCustodian();
  globalThis.testServersCustodian = custodian;
  try {
    publishRun(await provision(custodian, process.env));
  } catch (error) {
    await custodian.dismiss();
    throw error;
  }
}
