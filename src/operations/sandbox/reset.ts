import { type INestApplicationContext, Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TokenEpochs, TokensRepository } from '../../organisation/auth';
import { systemActor } from '../../common/actor';
import { addDays, Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { ConfigurationError, Environment } from '../../platform/config';
import { AuditLog, UnitOfWork, query } from '../../platform/database';
import { actingAs, Api, DEMO_TENANTS, listenToItself, mint, PEOPLE, STRICT_PEOPLE } from '../demo';
import { Periodic } from '../../platform/periodic';
import { TenantsService } from '../provisioning';

/** Longer than creating a tenant on the smallest plan takes. */
const LEASE_MILLISECONDS = 10 * 60_000;
/** Interval of the search for resets of crashed instances and for missed resets. */
const LOOK_MILLISECONDS = 45_000;
const KEPT_EMAILS = [...PEOPLE, ...STRICT_PEOPLE].map(({ email }) => email.toLowerCase());

/** `due`: tenants whose last reset was on an earlier day; `all`: every tenant not being reset already. */
export type Which = 'due' | 'all';

/** Creates the service with its API, not listening. The program passes this, because modules cannot import it. */
export type CreateApplication = (environment: Environment, clock?: Clock) => Promise<NestExpressApplication>;

/**
 * Resets sandbox tenants one after another. Until its reset ends, all instances respond 503 with `Retry-After` for the
 * tenant; only the application that creates the data has access. Deletes subscriptions first: nothing is delivered.
 * @throws ConfigurationError without a sandbox; AggregateError at the end, with the errors of tenants that failed
 */
export async function resetSandbox(
  environment: Environment,
  which: Which,
  createApplication: CreateApplication,
  clock?: Clock,
): Promise<TenantId[]> {
  if (!environment.SANDBOX) throw new ConfigurationError(['SANDBOX: must be true for a reset']);
  const inside = { ...environment, SANDBOX: false, PROCESS_ROLE: 'api' as const };
  const app = await createApplication(inside, clock);
  try {
    const apiOf = await listenToItself(app);
    const done: TenantId[] = [];
    const faults: unknown[] = [];
    for (const tenantId of await candidates(app, which)) {
      const reset = new TenantReset(app, tenantId).run(which, apiOf);
      // A tenant that cannot be reset stays blocked; continue with the others.
      if (await reset.catch((error: unknown) => void faults.push(error))) done.push(tenantId);
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} tenants could not be reset`);
    return done;
  } finally {
    await app.close();
  }
}

/** At 00:00 UTC, the first worker instance to block a tenant resets it. @returns a function that stops this */
export function resetNightly(
  app: INestApplicationContext,
  environment: Environment,
  createApplication: CreateApplication,
): () => Promise<void> {
  const clock = app.get(Clock);
  const untilMidnight = (): number => Date.parse(`${addDays(clock.today(), 1)}T00:00:00.000Z`) - clock.now().getTime();
  const repetition = app.get(Periodic).add({
    name: 'Sandbox reset',
    every: () => Math.min(untilMidnight(), LOOK_MILLISECONDS),
    runsAtStart: true,
    onlyInWorkers: true,
    failure: 'A reset failed; its tenant stays shut and is tried again',
    run: async () => {
      // Usually nothing is due, and no application is created.
      if ((await candidates(app, 'due')).length === 0) return;
      const reset = await resetSandbox(environment, 'due', createApplication, clock);
      new Logger('Sandbox').log(`${reset.length} tenants reset`);
    },
  });
  return () => repetition.stop();
}

/** Active tenants that are not being reset. Every day is before infinity. */
async function candidates(app: INestApplicationContext, which: Which): Promise<TenantId[]> {
  const clock = app.get(Clock);
  const before = which === 'due' ? clock.today() : 'infinity';
  const due = query('SELECT id FROM due_sandbox_tenants($1, $2) AS id', [before, clock.now()]);
  return (await app.get(UnitOfWork).unscoped<{ id: TenantId }>(due)).map(({ id }) => id);
}

/** After a crash the tenant stays blocked, and the reset is repeated. */
class TenantReset {
  private readonly unitOfWork: UnitOfWork;
  private readonly clock: Clock;
  private readonly tokens: TokensRepository;
  private readonly epochs: TokenEpochs;

  constructor(
    private readonly app: NestExpressApplication,
    private readonly tenantId: TenantId,
  ) {
    this.unitOfWork = app.get(UnitOfWork);
    this.clock = app.get(Clock);
    this.tokens = app.get(TokensRepository);
    this.epochs = app.get(TokenEpochs);
  }

  /** @returns whether this process got the lease */
  async run(which: Which, apiOf: (token: string) => Api): Promise<boolean> {
    if (!(await this.shut(which))) return false;
    await this.empty();
    const token = await this.unitOfWork.run(this.tenantId, (tx) => {
      this.epochs.advance(tx);
      return mint(this.app, tx, 'Sandbox reset');
    });
    const fill = await this.fixtures();
    await fill(apiOf(token.text), this.clock.today(), actingAs(this.app, this.tenantId, apiOf));
    await this.open(token.id);
    return true;
  }

  /** Demo data of the tenant's slug; for other tenants that of the first. */
  private async fixtures(): Promise<(typeof DEMO_TENANTS)['demo']['fill']> {
    const { tenant } = await this.app.get(TenantsService).describe(this.tenantId);
    const own = Object.entries(DEMO_TENANTS).find(([slug]) => slug === tenant.slug);
    return (own?.[1] ?? DEMO_TENANTS.demo).fill;
  }

  /** Commits separately: from now on every other transaction of the tenant is rejected. */
  private async shut(which: Which): Promise<boolean> {
    const now = this.clock.now();
    const leaseEnds = new Date(now.getTime() + LEASE_MILLISECONDS);
    const values = [this.tenantId, this.clock.today(), now, leaseEnds, which === 'all'];
    const claimed = await this.unitOfWork.run(this.tenantId, (tx) => tx.query(SHUT, values));
    return claimed.length > 0;
  }

  private async empty(): Promise<void> {
    await this.unitOfWork.run(this.tenantId, (tx) =>
      tx.query('SELECT wipe_sandbox_tenant($1, $2, $3)', [this.tenantId, KEPT_EMAILS, this.clock.now()]),
    );
  }

  private async open(tokenId: number): Promise<void> {
    await this.unitOfWork.run(this.tenantId, async (tx) => {
      this.epochs.advance(tx);
      await this.tokens.delete(tx, tokenId);
      const finished = [this.tenantId, this.clock.now()];
      await tx.query('UPDATE sandbox_resets SET finished_at = $2 WHERE tenant_id = $1', finished);
      const entry = { action: 'reset', entityType: 'tenant', entityId: null } as const;
      await this.app.get(AuditLog).record(tx, systemActor(this.tenantId, 'sandbox'), entry);
    });
  }
}

const SHUT = `INSERT INTO sandbox_resets AS r (tenant_id, day, started_at, lease_ends_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id) DO UPDATE
    SET day = excluded.day, started_at = excluded.started_at, lease_ends_at = excluded.lease_ends_at, finished_at = NULL
  WHERE (r.finished_at IS NULL AND r.lease_ends_at <= $3) OR (r.finished_at IS NOT NULL AND ($5 OR r.day < excluded.day))
  RETURNING tenant_id`;
