import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bringPrograms } from './programs/program';
import { type Custodian, hireCustodian } from './servers/custodian';
import { provision } from './servers/provision';
import { publishRun } from './servers/run';

declare global {
  // Passes this run's custodian to the teardown, which Jest loads as a separate module.
  var testServersCustodian: Custodian | undefined;
}

/** Starts the servers, compiles the service and installs programs, once for all tiers that need them. */
export default async function globalSetup(): Promise<void> {
  if (globalThis.testServersCustodian !== undefined) return;
  bringPrograms(['python3', 'curl', 'bash']);
  // For tests that run the service as a separate process. Skips files that are up to date.
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
