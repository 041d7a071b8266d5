import { Command } from 'commander';
import { addBulkCommands } from './bulk.commands';
import { addFixtureCommands, addSchemaCommands } from './data.commands';
import { addDoctorCommand } from './doctor.command';
import { addEvidenceCommands } from './evidence.commands';
import { addKeyCommands } from './keys.commands';
import { addRecoveryCommands } from './recovery.commands';
import { addTenantCommands } from './tenant.commands';
import { addTenantLivesCommands } from './tenant-lives.commands';
import { addVerificationCommands } from './verification.commands';
import { serviceVersion } from '../config/version';

/**
 * The operator's commands. With `--json` standard output is one JSON object; logs go to standard error always. What a command
 * works with is loaded when it runs: these imports are its name and its options.
 */
export function operatorProgram(): Command {
  const program = new Command('procurement')
    .description('Procurement Service: operator commands')
    .version(serviceVersion());
  addDoctorCommand(program);
  addSchemaCommands(program);
  addRecoveryCommands(program);
  addTenantCommands(program);
  addTenantLivesCommands(program);
  addFixtureCommands(program);
  addBulkCommands(program);
  addVerificationCommands(program);
  addEvidenceCommands(program);
  addKeyCommands(program);
  return program;
}
