import type { Command } from 'commander';
import { wantsNoColour } from '../../platform/config/faulty-environment';
import { json, print, type Printed } from './running/command-line';

/** What is wrong with an installation, also where the service cannot start. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check configuration, database, Redis, storage, mail, browser and more; exits 1 when the service would not start',
    )
    .option('--egress <url>', 'post an empty object to this https address, as a delivery would')
    .addOption(json())
    .action(async (options: Printed & { egress?: string }) => {
      const { diagnosis, examine, table } = await import('../doctor/index.js');
      const found = diagnosis(await examine({ egress: options.egress }));
      print(options, found, table(found, process.stdout.isTTY && !wantsNoColour()));
      if (!found.starts) process.exitCode = 1;
    });
}
