import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bringPrograms } from './programs/program';
import { type Custodian, hireCustodian } from './servers/custodian';
import { provision } from './servers/provision';
import { publishRun } from './servers/run';

declare global {
  // What the teardown, which Jest loads as a module of its own, finds this run's custodian by.
  var testServersCustodian: Custodian | undefined;
}

/** Starts the run's servers, compiles the service and sees to the programs that tests run, once for all tiers that need them. */
export default async function globalSetup(): Promise<void> {
  if (globalThis.testServersCustodian !== undefined) return;
  bringPrograms(['python3', 'curl', 'bash']);
  // What tests run as a process of its own; what is compiled already is left as it is.
  execFileSync(process.execPath, [join(__dirname, '../../tools/compile.mjs')]);
  const custodian = hireCustodian();
  globalThis.testServersCustodian = custodian;
  try {
    publishRun(await provision(custodian, process.env));
  } catch (error) {
    await custodian.dismiss();
    throw error;
  }
}
