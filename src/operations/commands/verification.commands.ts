import type { Command } from 'commander';
import { keepResult } from './running/kept-result';
import { type InService, json, print } from './running/command-line';
import { after, quiet, stoppable, type WalkOptions } from './running/stoppable';

/** Figures that are kept, held to a recomputation. */
export function addVerificationCommands(program: Command, inService: InService): void {
  program
    .command('budget:verify')
    .description('recompute every budget of every tenant from its ledger and its documents; exits 1 when any differs')
    .addOption(after())
    .addOption(quiet())
    .addOption(json())
    .action((options: WalkOptions) =>
      stoppable('budget:verify', options, (walk) =>
        inService(async (app) => {
          const { BudgetVerification } = await import('../../procurement/budgets/index.js');
          const verified = await app.get(BudgetVerification).all(walk);
          await keepResult(app, 'budgets', { ...walk, ...verified }, verified.differences.length);
          const found = verified.differences.map(
            ({ tenant_id, budget_id, name, figure, kept, ledger, documents }) =>
              `Tenant ${tenant_id}: budget ${budget_id} (${name}): ${figure} is ${kept}, its ledger says ${ledger}, its documents ${documents}.`,
          );
          print(options, verified, [...found, `${verified.budgets} budgets, ${found.length} differences.`].join('\n'));
          if (found.length > 0) process.exitCode = 1;
          return verified;
        }),
      ),
    );

  program
    .command('report:verify')
    .description('hold the figures of reports to a recount of what they are kept from; exits 1 when any differs')
    .addOption(after())
    .addOption(quiet())
    .addOption(json())
    .action((options: WalkOptions) =>
      stoppable('report:verify', options, (walk) =>
        inService(async (app) => {
          const { FigureVerification } = await import('../../procurement/reports/index.js');
          const verified = await app.get(FigureVerification).all(walk);
          await keepResult(app, 'reports', { ...walk, ...verified }, verified.differences.length);
          const found = verified.differences.map(
            ({ tenant_id, grain, measure, key, day, currency, kept_count, kept_amount, count, amount }) =>
              `Tenant ${tenant_id}: ${[measure, key, grain, day, currency].filter(Boolean).join(' ')} is ${kept_count} and ${kept_amount}, counted ${count} and ${amount}.`,
          );
          print(options, verified, [...found, `${verified.tenants} tenants, ${found.length} differences.`].join('\n'));
          if (found.length > 0) process.exitCode = 1;
          return verified;
        }),
      ),
    );

  program
    .command('documents:verify')
    .description('ask the storage for every file that a record points to; exits 1 when any is missing')
    .addOption(after())
    .addOption(quiet())
    .addOption(json())
    .action((options: WalkOptions) =>
      stoppable('documents:verify', options, (walk) =>
        inService(async (app) => {
          const { FileVerification } = await import('../../procurement/documents/index.js');
          const verified = await app.get(FileVerification).all(walk);
          const found = verified.missing.map(({ tenant_id, key }) => `Tenant ${tenant_id}: ${key} is missing.`);
          print(options, verified, [...found, `${verified.files} files, ${found.length} missing.`].join('\n'));
          if (found.length > 0) process.exitCode = 1;
          return verified;
        }),
      ),
    );

  program
    .command('performance:rebuild')
    .description('work vendor performance out anew from orders, receipts and invoices, and put right what differs')
    .addOption(after())
    .addOption(quiet())
    .addOption(json())
    .action((options: WalkOptions) =>
      stoppable('performance:rebuild', options, (walk) =>
        inService(async (app) => {
          const { PerformanceRebuild } = await import('../../procurement/vendor-performance/index.js');
          const rebuilt = await app.get(PerformanceRebuild).all(walk);
          const { vendors, orders, ordersCorrected, periodsCorrected, scoresCorrected } = rebuilt;
          print(
            options,
            rebuilt,
            `${vendors} vendors, ${orders} orders. Corrected: ${ordersCorrected} orders, ${periodsCorrected} days and months, ${scoresCorrected} scores.`,
          );
          return rebuilt;
        }),
      ),
    );
}
