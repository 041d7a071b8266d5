import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { isCurrency } from '../../../common/money';
import { isQuota, type QuotaName, QUOTA_NAMES } from '../../../organisation/quotas';
import { plansOf, RATE_TABLES } from '../../../platform/rate-limits';
import { SettingsDto } from '../../../organisation/settings';
import { INITIAL_SETTINGS } from '../../../organisation/tenants';
import type { Manifest } from './manifest';
import { unfit } from './refusals';

/** A fact that must hold, and what is wrong where it does not. */
type Rule = readonly [holds: () => boolean, fault: string];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const matches = (pattern: RegExp, value: unknown): boolean => typeof value === 'string' && pattern.test(value);
const isDigest = (value: unknown): boolean => matches(/^[0-9a-f]{64}$/, value);
const isUuid = (value: unknown): boolean => matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, value);
const isEach = (value: unknown, is: (one: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isRecord(one) && is(one));

/**
 * Checks that a manifest has the form that `tenant:export` writes, and describes a tenant that the service can have. Paths are made
 * of its names, so nothing else is read before.
 * @throws ProvisioningError with the first fault
 */
export function assertManifest(manifest: Manifest): void {
  const { tenant, evidence } = manifest;
  refuse([
    [() => typeof manifest.schema === 'string', 'schema is not a name'],
    [() => typeof manifest.tokens === 'boolean', 'tokens is not true or false'],
    [() => manifest.secrets_sha256 === null || isDigest(manifest.secrets_sha256), 'secrets_sha256 is not a digest'],
    [() => isEach(manifest.tables, isTable), 'tables is not a list of names, row counts and digests'],
    [() => isEach(manifest.files, isFile), 'files is not a list of keys, sizes and digests'],
    [() => evidence === null || isChainEnd(evidence), 'evidence is not the end of a chain'],
    [() => isRecord(tenant) && isUuid(tenant.id), 'tenant has no id'],
    [() => typeof tenant.slug === 'string' && typeof tenant['name'] === 'string', 'tenant has no slug or name'],
    [() => isPlan(tenant), 'tenant has a plan that does not exist'],
    [() => typeof tenant['currency'] === 'string' && isCurrency(tenant['currency']), 'tenant has an unknown currency'],
    [() => isRecord(tenant['quotas']) && areQuotas(tenant['quotas']), 'tenant has quotas that cannot be'],
  ]);
  refuse([[() => settingsFaults(tenant['settings']).length === 0, settingsFaults(tenant['settings']).join('; ')]]);
}

function refuse(rules: readonly Rule[]): void {
  for (const [holds, fault] of rules) if (!holds()) throw unfit(`the manifest is wrong: ${fault}`);
}

const isTable = ({ name, rows, rows_sha256, sha256 }: Record<string, unknown>): boolean =>
  matches(/^[a-z_]+$/, name) && isCount(rows) && isDigest(rows_sha256) && isDigest(sha256);

const isFile = ({ key, size, sha256 }: Record<string, unknown>): boolean =>
  isUuid(key) && isCount(size) && isDigest(sha256);

const isChainEnd = ({ position, hash, origin_id }: NonNullable<Manifest['evidence']>): boolean =>
  isCount(position) && isDigest(hash) && isUuid(origin_id);

function isPlan({ plan, rate_table: table }: Manifest['tenant']): boolean {
  const known = RATE_TABLES.find((one) => one === table);
  return known !== undefined && typeof plan === 'string' && plansOf(known).includes(plan);
}

const areQuotas = (quotas: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(quotas).every(
    ([name, value]) => QUOTA_NAMES.some((one) => one === name) && isQuota(name as QuotaName, value as number),
  );

/** Settings of today; a name that is no setting any more has no effect, and may be there. */
function settingsFaults(settings: unknown): string[] {
  if (!isRecord(settings)) return ['settings is not an object'];
  const known = Object.fromEntries(Object.entries(settings).filter(([name]) => name in INITIAL_SETTINGS));
  const errors = validateSync(plainToInstance(SettingsDto, known), { whitelist: true });
  return errors.map(({ property }) => `the setting ${property} has a value that cannot be`);
}
