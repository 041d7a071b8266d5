import type { NestExpressApplication } from '@nestjs/platform-express';
import type { TenantId } from '../common/records/ids';
import { randomBytes } from 'node:crypto';
import { Clock } from '../common/clock';
import { ProvisionedTenant, ProvisioningError, TenantsService } from '../provisioning';
import { actingAs } from './acting-as';
import { listenToItself, seed } from './seed';

export const DEMO_SLUG = 'demo';
/** The tenant is called so until everything is in it; what is found under this name was left unfinished. */
export const UNFINISHED_SLUG = 'demo-unfinished';
const OWNER = { ownerEmail: 'owner@najd.example', ownerName: 'Abdullah Al-Najdi' };

/** What `seed:demo` made, or found: the token's text is there only when this call made it. */
export interface SeededTenant extends Omit<ProvisionedTenant, 'token'> {
  readonly token: ProvisionedTenant['token'] | null;
}

/**
 * Provisions the demo tenant and fills it over HTTP on a port of its own. Changes nothing where it is there already. One that
 * an earlier call could not finish is set aside, suspended, and another is made.
 * @throws ProvisioningError
 */
export async function seedDemo(app: NestExpressApplication): Promise<SeededTenant> {
  const tenants = app.get(TenantsService);
  const existing = await find(tenants, DEMO_SLUG);
  if (existing !== undefined) return { ...(await tenants.describe(existing)), token: null };
  await setAside(tenants);
  const made = await tenants.create({
    slug: UNFINISHED_SLUG,
    name: 'Najd Contracting',
    plan: 'enterprise',
    table: 'standard',
    currency: 'SAR',
    ...OWNER,
  });
  const apiOf = await listenToItself(app);
  await seed(apiOf(made.token.token), app.get(Clock).today(), actingAs(app, made.tenant.id, apiOf));
  await tenants.rename(UNFINISHED_SLUG, DEMO_SLUG);
  return { ...made, tenant: { ...made.tenant, slug: DEMO_SLUG } };
}

async function setAside(tenants: TenantsService): Promise<void> {
  if ((await find(tenants, UNFINISHED_SLUG)) === undefined) return;
  const slug = `demo-abandoned-${randomBytes(4).toString('hex')}`;
  await tenants.rename(UNFINISHED_SLUG, slug);
  await tenants.suspend(slug);
}

async function find(tenants: TenantsService, slug: string): Promise<TenantId | undefined> {
  return tenants.find(slug).catch((error: unknown) => {
    if (error instanceof ProvisioningError) return undefined;
    throw error;
  });
}
