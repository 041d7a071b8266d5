import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { type TenantId, tenantIdFrom } from '../../common/records/ids';
import { ConfigurationError } from '../../platform/config/environment';
import type { EvidenceFinding, KeptAnchor } from '../../history/evidence';
import { ProvisioningError } from '../provisioning/provisioning-error';
import { keepResult } from './running/kept-result';
import { type InService, json, print, type Printed } from './running/command-line';
import { after, quiet, stoppable, type WalkOptions } from './running/stoppable';

interface OfTenant extends Printed {
  readonly tenant?: string;
}

const ofTenant = (): Option => new Option('--tenant <slug>', 'of this tenant alone');

/** The sealed order of what happened: verified, and anchored for an operator to keep elsewhere. */
export function addEvidenceCommands(program: Command, inService: InService): void {
  program
    .command('audit:verify')
    .description('work the seals of audit entries and events out again, name what differs; exits 1 when anything does')
    .addOption(ofTenant())
    .option('--anchor <file>', 'compare with anchors that audit:anchor --json printed into this file')
    .addOption(after())
    .addOption(quiet())
    .addOption(json())
    .action((options: OfTenant & WalkOptions & { anchor?: string }) =>
      stoppable('audit:verify', options, (walk) =>
        inService(async (app) => {
          const { EvidenceVerification } = await import('../../history/evidence/index.js');
          const tenantId = await tenantOf(app, options);
          const anchors = options.anchor === undefined ? [] : readAnchors(options.anchor);
          const verified = await app.get(EvidenceVerification).all({ ...walk, tenantId, anchors });
          const { tenants, sealed, unsealed, faults, findings } = verified;
          if (!tenantId) await keepResult(app, 'audit', { ...walk, ...verified }, faults);
          const more = faults > findings.length ? [`${faults - findings.length} more.`] : [];
          const sum = `${tenants} tenants, ${sealed} seals, ${unsealed} rows not sealed yet, ${faults} faults.`;
          print(options, verified, [...findings.map(inWords), ...more, sum].join('\n'));
          if (faults > 0) process.exitCode = 1;
          return verified;
        }),
      ),
    );

  program
    .command('audit:anchor')
    .description('print where the chain of every tenant ends, to be kept where nobody who owns the database can write')
    .addOption(ofTenant())
    .addOption(json())
    .action((options: OfTenant) =>
      inService(async (app) => {
        const { Anchors } = await import('../../history/evidence/index.js');
        const anchors = await app.get(Anchors).now(await tenantOf(app, options));
        const lines = anchors.map(
          ({ tenant_id, position, hash, anchored_at }) => `${tenant_id} ${position} ${hash} ${anchored_at}`,
        );
        print(options, { anchors }, lines.join('\n'));
      }),
    );
}

/** @throws ProvisioningError when there is no tenant of this slug */
async function tenantOf(app: INestApplicationContext, { tenant }: OfTenant): Promise<TenantId | undefined> {
  if (tenant === undefined) return undefined;
  const { query, UnitOfWork } = await import('../../platform/database/index.js');
  const asked = query('SELECT tenant_by_slug($1) AS id', [tenant]);
  const [found] = await app.get(UnitOfWork).unscoped<{ id: TenantId | null }>(asked);
  if (!found?.id) throw new ProvisioningError(`There is no tenant ${tenant}`);
  return found.id;
}

/** @throws ConfigurationError when the file is not what `audit:anchor --json` prints */
function readAnchors(file: string): KeptAnchor[] {
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

function inWords({ tenant_id, problem, position, kind, row_id }: EvidenceFinding): string {
  const row = row_id === null ? '' : `${kind === 'audit' ? 'audit entry' : 'event'} ${row_id}`;
  const seal = position === null ? '' : `position ${position}`;
  return `Tenant ${tenant_id}: ${[row, seal].filter(Boolean).join(', ')} ${SENTENCES[problem]}.`;
}
