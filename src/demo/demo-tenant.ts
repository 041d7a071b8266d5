import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo, Server } from 'node:net';
import { Clock } from '../common/clock';
import { ProvisionedTenant, ProvisioningError, TenantsService } from '../tenants';
import { Api, seed } from './seed';

export const DEMO_SLUG = 'demo';
const OWNER = { ownerEmail: 'owner@najd.example', ownerName: 'Abdullah Al-Najdi' };

/** What `seed:demo` made, or found: the token's text is there only when this call made it. */
export interface SeededTenant extends Omit<ProvisionedTenant, 'token'> {
  readonly token: ProvisionedTenant['token'] | null;
}

/** Provisions the demo tenant and fills it over HTTP on a port of its own. Changes nothing where it is there already. */
export async function seedDemo(app: NestExpressApplication): Promise<SeededTenant> {
  const tenants = app.get(TenantsService);
  const existing = await tenants.find(DEMO_SLUG).catch((error: unknown) => {
    if (error instanceof ProvisioningError) return undefined;
    throw error;
  });
  if (existing !== undefined) return found(await tenants.describe(existing));
  const made = await tenants.create({
    slug: DEMO_SLUG,
    name: 'Najd Contracting',
    plan: 'enterprise',
    table: 'standard',
    currency: 'SAR',
    ...OWNER,
  });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  await seed(ownApi(port, made.token.token), app.get(Clock).today());
  return made;
}

function found(tenant: Omit<ProvisionedTenant, 'token'>): SeededTenant {
  return { ...tenant, token: null };
}

function ownApi(port: number, token: string): Api {
  return async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { data: Data };
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
}
