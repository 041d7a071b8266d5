import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { type TenantId, tenantIdFrom } from '../../common/records/ids';
import type { EvidenceFinding, StoredAnchor } from '../../history/evidence';
import { ConfigurationError } from '../../platform/config/environment';
import type { VerificationResults } from '../../platform/monitoring';
import { ProvisioningError } from '../provisioning/provisioning-error';
import { print, type ServiceCommands } from './running/command-line';

interface OfTenant {
  readonly tenant?: string;
}

const ofTenant = (): Option => new Option('--tenant <slug>', 'only this tenant');

export function addVerificationCommands(program: Command, service: ServiceCommands): void {
  service.walking(
    program
      .command('budget:verify')
      .description('recompute every budget of every tenant from its ledger and its documents; exits 1 if any differs'),
    async (app, options, walk) => {
      const { BudgetVerification } = await import('../../procurement/budgets/index.js');
      const verified = await app.get(BudgetVerification).all(walk);
      const found = verified.differences.map(
        ({ tenant_id, budget_id, name, figure, kept, ledger, documents }) =>
          `Tenant ${tenant_id}: budget ${budget_id} (${name}): ${figure} is ${kept}, its ledger says ${ledger}, its documents ${documents}.`,
      );
      await saveResult(app, 'budgets', { ...walk, ...verified }, found.length);
      const sum = `${verified.budgets} budgets, ${found.length} differences.`;
      print(options, verified, [...found, sum], found.length > 0);
      return verified;
    },
  );

  service.walking(
    program
      .command('report:verify')
      .description('compare the figures of reports with a recount of the source records; exits 1 if any differs'),
    async (app, options, walk) => {
      const { FigureVerification } = await import('../../procurement/reports/index.js');
      const verified = await app.get(FigureVerification).all(walk);
      const found = verified.differences.map(
        ({ tenant_id, grain, measure, key, day, currency, kept_count, kept_amount, count, amount }) =>
          `Tenant ${tenant_id}: ${[measure, key, grain, day, currency].filter(Boolean).join(' ')} is ${kept_count} and ${kept_amount}, counted ${count} and ${amount}.`,
      );
      await saveResult(app, 'reports', { ...walk, ...verified }, found.length);
      const sum = `${verified.tenants} tenants, ${found.length} differences.`;
      print(options, verified, [...found, sum], found.length > 0);
      return verified;
    },
  );

  service.walking(
    program
      .command('documents:verify')
      .description('check that the storage has every file that a record refers to; exits 1 if any is missing'),
    async (app, options, walk) => {
      const { FileVerification } = await import('../../procurement/documents/index.js');
      const verified = await app.get(FileVerification).all(walk);
      const found = verified.missing.map(({ tenant_id, key }) => `Tenant ${tenant_id}: ${key} is missing.`);
      print(options, verified, [...found, `${verified.files} files, ${found.length} missing.`], found.length > 0);
      return verified;
    },
  );

  service.walking(
    program
      .command('performance:rebuild')
      .description('recompute vendor performance from orders, receipts and invoices, and correct differences'),
    async (app, options, walk) => {
      const { PerformanceRebuild } = await import('../../procurement/vendor-performance/index.js');
      const rebuilt = await app.get(PerformanceRebuild).all(walk);
      const { vendors, orders, ordersCorrected, periodsCorrected, scoresCorrected } = rebuilt;
      print(options, rebuilt, [
        `${vendors} vendors, ${orders} orders. Corrected: ${ordersCorrected} orders, ${periodsCorrected} days and months, ${scoresCorrected} scores.`,
      ]);
      return rebuilt;
    },
  );
}

export function addEvidenceCommands(program: Command, service: ServiceCommands): void {
  service.walking<OfTenant & { readonly anchor?: string }>(
    program
      .command('audit:verify')
      .description('recompute the seals of audit entries and events and list differences; exits 1 if there are any')
      .addOption(ofTenant())
      .option('--anchor <file>', 'compare with anchors in this file, written by audit:anchor --json'),
    async (app, options, walk) => {
      const { EvidenceVerification } = await import('../../history/evidence/index.js');
      const tenantId = await tenantOf(app, options);
      const anchors = options.anchor === undefined ? [] : readAnchors(options.anchor);
      const verified = await app.get(EvidenceVerification).all({ ...walk, tenantId, anchors });
      const { tenants, sealed, unsealed, faults, findings } = verified;
      if (!tenantId) await saveResult(app, 'audit', { ...walk, ...verified }, faults);
      const more = faults > findings.length ? [`${faults - findings.length} more.`] : [];
      const sum = `${tenants} tenants, ${sealed} seals, ${unsealed} rows not sealed yet, ${faults} faults.`;
      print(options, verified, [...findings.map(describe), ...more, sum], faults > 0);
      return verified;
    },
  );

  service.short<OfTenant>(
    program
      .command('audit:anchor')
      .description("print the head of every tenant's chain, to be stored outside the database owner's reach")
      .addOption(ofTenant()),
    async (app, options) => {
      const { Anchors } = await import('../../history/evidence/index.js');
      const anchors = await app.get(Anchors).now(await tenantOf(app, options));
      const lines = anchors.map(
        ({ tenant_id, position, hash, anchored_at }) => `${tenant_id} ${position} ${hash} ${anchored_at}`,
      );
      print(options, { anchors }, lines);
    },
  );
}

/** A run over only some tenants is saved only if it found faults: it cannot prove that the others have none. */
async function saveResult(
  app: INestApplicationContext,
  subject: Parameters<VerificationResults['keep']>[0],
  { after, complete }: { readonly after?: string | undefined; readonly complete: boolean },
  faults: number,
): Promise<void> {
  if (faults === 0 && !(complete && after === undefined)) return;
  const { VerificationResults: Results } = await import('../../platform/monitoring/index.js');
  await app.get(Results).keep(subject, faults);
}

/** @throws ProvisioningError if no tenant has the slug */
async function tenantOf(app: INestApplicationContext, { tenant }: OfTenant): Promise<TenantId | undefined> {
  if (tenant === undefined) return undefined;
  const { query, UnitOfWork } = await import('../../platform/database/index.js');
  const asked = query('SELECT tenant_by_slug($1) AS id', [tenant]);
  const [found] = await app.get(UnitOfWork).unscoped<{ id: TenantId | null }>(asked);
  if (!found?.id) throw new ProvisioningError(`There is no tenant ${tenant}`);
  return found.id;
}

/** @throws ConfigurationError if the file is not the output of `audit:anchor --json` */
function readAnchors(file: string): StoredAnchor[] {
  try {
    const { anchors } = JSON.parse(readFileSync(file, 'utf8')) as { anchors: readonly Record<string, unknown>[] };
    return anchors.map(({ tenant_id, position, hash, anchored_at }) => {
      if (!Number.isSafeInteger(position) || !/^[0-9a-f]{64}$/.test(String(hash))) throw new Error('It is no anchor');
      return {
        tenant_id: tenantIdFrom(String(tenant_id)),
        position: Number(position),
        hash: String(hash),
        anchored_at: String(anchored_at),
      };
    });
  } catch (error) {
    throw new ConfigurationError([`--anchor: ${file} is not what audit:anchor --json prints (${String(error)})`]);
  }
}

const SENTENCES: Readonly<Record<EvidenceFinding['problem'], string>> = {
  changed: 'does not say what was sealed: it was changed',
  missing: 'is gone before its time: it was deleted',
  gone_before_seal: 'was gone before it was sealed: it was deleted',
  salt_missing: 'cannot be checked where it names people: its salt is gone',
  gap: 'has no seal: one or more were deleted or given other numbers',
  broken_link: 'does not follow from the seal before: a seal was changed, put in or given another number',
  end: 'is where the chain says it ends, and its seals do not: the last ones were changed or deleted',
  anchor: 'is not as the anchor has it: the chain was written anew, was cut off, or lost its first rows too early',
  start: 'is where the chain begins, later than any rule removes what is old',
  not_sealed:
    'is in no seal and waits for none: it was put in past the service, its seal was deleted, or the beginning of the chain was moved',
};

function describe({ tenant_id, problem, position, kind, row_id }: EvidenceFinding): string {
  const row = row_id === null ? '' : `${kind === 'audit' ? 'audit entry' : 'event'} ${row_id}`;
  const seal = position === null ? '' : `position ${position}`;
  return `Tenant ${tenant_id}: ${[row, seal].filter(Boolean).join(', ')} ${SENTENCES[problem]}.`;
}
