import type { NestExpressApplication } from '@nestjs/platform-express';
import type { TenantId } from '../../common/records/ids';
import { randomBytes } from 'node:crypto';
import { Clock } from '../../common/clock';
import { newToken, tokenHash, TokensRepository } from '../../organisation/auth';
import { type Transaction, UnitOfWork } from '../../platform/database';
import { ProvisionedTenant, ProvisioningError, TenantsService } from '../provisioning';
import { type ActAs, type Api, listenToItself, seed } from './seed';
import { seedStrict } from './strict';

interface DemoTenant {
  readonly name: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  /** @param owner the API with the owner's token */
  readonly fill: (owner: Api, today: string, actAs: ActAs) => Promise<void>;
}

/** The demo tenants by slug: one with default controls, one with strict controls. */
export const DEMO_TENANTS = {
  demo: { name: 'Najd Contracting', ownerEmail: 'owner@najd.example', ownerName: 'Abdullah Al-Najdi', fill: seed },
  'demo-strict': {
    name: 'Hijaz Contracting',
    ownerEmail: 'owner@hijaz.example',
    ownerName: 'Layla Al-Hijazi',
    fill: seedStrict,
  },
} as const satisfies Readonly<Record<string, DemoTenant>>;

export type DemoSlug = keyof typeof DEMO_TENANTS;

/** The token's text is present only if this call created it. */
export interface SeededTenant extends Omit<ProvisionedTenant, 'token'> {
  readonly token: ProvisionedTenant['token'] | null;
}

/** An existing tenant is not changed. An incomplete one of an interrupted call is renamed, suspended and replaced. */
export async function seedDemo(app: NestExpressApplication, slug: DemoSlug = 'demo'): Promise<SeededTenant> {
  const tenants = app.get(TenantsService);
  const existing = await find(tenants, slug);
  if (existing !== undefined) return { ...(await tenants.describe(existing)), token: null };
  // The slug until all data is created. An existing tenant with this slug was interrupted.
  const unfinished = `${slug}-unfinished`;
  await setAside(tenants, unfinished, slug);
  const { fill, ...owned } = DEMO_TENANTS[slug];
  const plan = { plan: 'enterprise', table: 'standard', currency: 'SAR' } as const;
  const made = await tenants.create({ slug: unfinished, ...plan, ...owned });
  const apiOf = await listenToItself(app);
  const acting = actingAs(app, made.tenant.id, apiOf);
  await fill(apiOf(made.token.token), app.get(Clock).today(), acting);
  await tenants.rename(unfinished, slug);
  return { ...made, tenant: { ...made.tenant, slug } };
}

async function setAside(tenants: TenantsService, unfinished: string, slug: DemoSlug): Promise<void> {
  if ((await find(tenants, unfinished)) === undefined) return;
  const abandoned = `${slug}-abandoned-${randomBytes(4).toString('hex')}`;
  await tenants.rename(unfinished, abandoned);
  await tenants.suspend(abandoned);
}

async function find(tenants: TenantsService, slug: string): Promise<TenantId | undefined> {
  return tenants.find(slug).catch((error: unknown) => {
    if (error instanceof ProvisioningError) return undefined;
    throw error;
  });
}

/** Longer than creating a tenant on the smallest plan takes, milliseconds. */
const LIFE_MILLISECONDS = 10 * 60_000;

/** Acts as users of a tenant, each with a temporary token. */
export function actingAs(app: NestExpressApplication, tenantId: TenantId, apiOf: (token: string) => Api): ActAs {
  const [tokens, unitOfWork] = [app.get(TokensRepository), app.get(UnitOfWork)];
  return async (email, work) => {
    const { id, text } = await unitOfWork.run(tenantId, (tx) => mint(app, tx, 'Seeding', email));
    await work(apiOf(text));
    await unitOfWork.run(tenantId, (tx) => tokens.delete(tx, id));
  };
}

/** The token does not count for the limit of tokens, and expires. @throws Error if the tenant has no such user */
export async function mint(
  app: NestExpressApplication,
  tx: Transaction,
  name: string,
  email?: string,
): Promise<{ readonly id: number; readonly text: string }> {
  const text = newToken();
  const createdAt = app.get(Clock).now();
  const expiresAt = new Date(createdAt.getTime() + LIFE_MILLISECONDS);
  const token = { name, tokenHash: tokenHash(text), expiresAt, createdAt };
  const id = await app.get(TokensRepository).insertForService(tx, token, email);
  if (id === undefined) throw new Error(`The tenant has no ${email === undefined ? 'first user' : `user ${email}`}`);
  return { id, text };
}
