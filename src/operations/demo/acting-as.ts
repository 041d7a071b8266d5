import type { NestExpressApplication } from '@nestjs/platform-express';
import { newToken, tokenHash, TokensRepository } from '../../organisation/auth';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { UnitOfWork } from '../../platform/database';
import type { ActAs, Api } from './seed';

/** Longer than the little that is done with one. */
const LIFE_MILLISECONDS = 10 * 60_000;

/** Acts as people of a tenant, each with a token that is gone afterwards. */
export function actingAs(app: NestExpressApplication, tenantId: TenantId, apiOf: (token: string) => Api): ActAs {
  const [tokens, unitOfWork, clock] = [app.get(TokensRepository), app.get(UnitOfWork), app.get(Clock)];
  return async (email, work) => {
    const text = newToken();
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFE_MILLISECONDS);
    const token = { name: 'Seeding', tokenHash: tokenHash(text), expiresAt, createdAt };
    const id = await unitOfWork.run(tenantId, (tx) => tokens.insertForService(tx, token, email));
    if (id === undefined) throw new Error(`The tenant has no user ${email}`);
    await work(apiOf(text));
    await unitOfWork.run(tenantId, (tx) => tokens.delete(tx, id));
  };
}
