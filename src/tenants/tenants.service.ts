import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Ability, systemActor } from '../common/actor';
import { Clock } from '../common/clock';
import { isCurrency } from '../common/money';
import { TokenAuthority, TokenEpochs, TokensService } from '../auth';
import { AuditLog, Transaction, UnitOfWork, isUniqueViolation, query } from '../database';
import { Mailbox } from '../notifications';
import { TenantQuotas, isQuota, type QuotaChanges, type QuotaName, type QuotaUsage } from '../quotas';
import { RateTableName, planLimits, plansOf } from '../rate-limits';
import type { TenantStatus } from './entities/tenant.entity';

export interface NewTenant {
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly table: RateTableName;
  readonly currency: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
}

export interface ProvisionedTenant {
  readonly tenant: { readonly id: string; readonly slug: string; readonly name: string; readonly plan: string };
  readonly user: { readonly id: number; readonly email: string };
  readonly token: { readonly id: number; readonly token: string; readonly abilities: readonly string[] };
}

/** A command that names something impossible; its message is for the person at the terminal. */
export class ProvisioningError extends Error {
  override readonly name = 'ProvisioningError';
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Provisioning by the operator: tenants, their plans, their suspension, tokens for their users. */
@Injectable()
export class TenantsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tokens: TokensService,
    private readonly authority: TokenAuthority,
    private readonly epochs: TokenEpochs,
    private readonly quotas: TenantQuotas,
    private readonly mailbox: Mailbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * A tenant with everything it needs to begin: an owner (role admin, active) who belongs to and heads the department
   * General, and one admin token.
   * @throws ProvisioningError
   */
  async create(input: NewTenant): Promise<ProvisionedTenant> {
    check(SLUG.test(input.slug), 'The slug must be lower-case letters, digits and hyphens, 63 at most');
    check(input.name.trim() !== '', 'The name must not be blank');
    checkPlan(input.table, input.plan);
    check(isCurrency(input.currency), `${input.currency} is no ISO 4217 currency in use`);
    check(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input.ownerEmail), 'The owner needs an e-mail address');
    try {
      return await this.unitOfWork.run(randomUUID(), (tx) => this.provision(tx, input));
    } catch (error) {
      if (isUniqueViolation(error, 'uq_tenants_slug')) throw new ProvisioningError(`The slug ${input.slug} is taken`);
      throw error;
    }
  }

  /** Moves a tenant to another plan, and another table if one is named. Holds everywhere within a minute. */
  async changePlan(slug: string, plan: string, table?: RateTableName): Promise<void> {
    await this.change(slug, 'plan_changed', async (tx) => {
      const [current] = await tx.query<{ rate_table: RateTableName }>('SELECT rate_table FROM tenants WHERE id = $1', [
        tx.tenantId,
      ]);
      const target = table ?? current?.rate_table ?? 'standard';
      checkPlan(target, plan);
      await tx.query('UPDATE tenants SET plan = $2, rate_table = $3, updated_at = $4 WHERE id = $1', [
        tx.tenantId,
        plan,
        target,
        this.clock.now(),
      ]);
      return { plan, table: target };
    });
  }

  /**
   * Sets quotas of a tenant; null takes one back to the operator's default. Holds from the next request on. With more
   * mails of a day, what waits for a later day is sent earlier.
   * @throws ProvisioningError for a quota that cannot be, or when there is no such tenant
   */
  async changeQuotas(slug: string, changes: QuotaChanges): Promise<void> {
    for (const [name, value] of Object.entries(changes) as [QuotaName, number | null][]) {
      check(value === null || isQuota(name, value), `${value} is no value for ${name}`);
    }
    await this.change(slug, 'quotas_changed', async (tx) => {
      const before = await this.quotas.of(tx);
      await this.quotas.set(tx, changes);
      const { mails_per_day: mails } = await this.quotas.of(tx);
      if (mails > before.mails_per_day) await this.mailbox.bringForward(tx, before.mails_per_day);
      return changes;
    });
  }

  /** The quotas of a tenant and how much of them is taken. */
  async quotasOf(slug: string): Promise<QuotaUsage> {
    return this.quotas.usage(await this.find(slug));
  }

  /** Suspends a tenant, or takes it up again: while suspended none of its tokens is valid. */
  async setStatus(slug: string, status: TenantStatus): Promise<void> {
    await this.change(slug, status === 'suspended' ? 'suspended' : 'resumed', async (tx) => {
      await tx.query('UPDATE tenants SET status = $2, updated_at = $3 WHERE id = $1', [
        tx.tenantId,
        status,
        this.clock.now(),
      ]);
      return { status };
    });
  }

  /**
   * Gives a tenant another slug.
   * @throws ProvisioningError when it is taken, or there is no such tenant
   */
  async rename(slug: string, to: string): Promise<void> {
    check(SLUG.test(to), 'The slug must be lower-case letters, digits and hyphens, 63 at most');
    try {
      await this.change(slug, 'renamed', async (tx) => {
        await tx.query('UPDATE tenants SET slug = $2, updated_at = $3 WHERE id = $1', [
          tx.tenantId,
          to,
          this.clock.now(),
        ]);
        return { slug: to };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'uq_tenants_slug')) throw new ProvisioningError(`The slug ${to} is taken`);
      throw error;
    }
  }

  /** A token for a user of a tenant, minted by the operator. */
  async createToken(
    slug: string,
    input: { readonly email?: string; readonly name: string; readonly abilities: readonly Ability[] },
  ): Promise<ProvisionedTenant['token']> {
    const tenantId = await this.find(slug);
    return this.unitOfWork.run(tenantId, async (tx) => {
      const [user] = await tx.query<{ id: number }>(
        `SELECT id FROM users WHERE tenant_id = $1 AND status = 'active' AND ($2::text IS NULL OR lower(email) = lower($2))
          ORDER BY (role = 'admin') DESC, id LIMIT 1`,
        [tenantId, input.email ?? null],
      );
      check(user !== undefined, 'No such active user');
      return this.mint(tx, user?.id ?? 0, input.name, input.abilities);
    });
  }

  /** The tenant of a slug. */
  async find(slug: string): Promise<string> {
    const [row] = await this.unitOfWork.unscoped<{ id: string | null }>(
      query('SELECT tenant_by_slug($1) AS id', [slug]),
    );
    if (!row?.id) throw new ProvisioningError(`No tenant has the slug ${slug}`);
    return row.id;
  }

  /** A tenant and its first admin, as {@link create} named them; no token. */
  async describe(tenantId: string): Promise<Omit<ProvisionedTenant, 'token'>> {
    const [rows] = await this.unitOfWork.read<
      [{ slug: string; name: string; plan: string; user_id: number; email: string }]
    >(
      tenantId,
      query(
        `SELECT t.slug, t.name, t.plan, u.id AS user_id, u.email FROM tenants t
           JOIN users u ON u.tenant_id = t.id AND u.role = 'admin' WHERE t.id = $1 ORDER BY u.id LIMIT 1`,
        [tenantId],
      ),
    );
    const [row] = rows;
    if (!row) throw new ProvisioningError('The tenant has no admin');
    const { slug, name, plan, user_id: id, email } = row;
    return { tenant: { id: tenantId, slug, name, plan }, user: { id, email } };
  }

  private async provision(tx: Transaction, input: NewTenant): Promise<ProvisionedTenant> {
    const now = this.clock.now();
    const name = input.name.trim();
    await tx.query(
      `INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, settings, created_at, updated_at)
       VALUES ($1, $2, $3, 'active', $4, $5, $6, '{}', $7, $7)`,
      [tx.tenantId, input.slug, name, input.plan, input.table, input.currency, now],
    );
    const [department] = await tx.query<{ id: number }>(
      `INSERT INTO departments (tenant_id, name, name_ar, code, created_at, updated_at)
       VALUES ($1, 'General', 'عام', 'GEN', $2, $2) RETURNING id`,
      [tx.tenantId, now],
    );
    const [owner] = await tx.query<{ id: number }>(
      `INSERT INTO users (tenant_id, name_en, email, role, department_id, status, created_at, updated_at)
       VALUES ($1, $2, $3, 'admin', $4, 'active', $5, $5) RETURNING id`,
      [tx.tenantId, input.ownerName, input.ownerEmail, department?.id, now],
    );
    if (!owner || !department) throw new Error('Provisioning returned no rows');
    await tx.query('UPDATE departments SET head_user_id = $3 WHERE tenant_id = $1 AND id = $2', [
      tx.tenantId,
      department.id,
      owner.id,
    ]);
    await this.audit.record(tx, systemActor(tx.tenantId, 'command line'), {
      action: 'created',
      entityType: 'tenant',
      entityId: null,
      details: { slug: input.slug, plan: input.plan },
    });
    const token = await this.mint(tx, owner.id, 'Owner', ['admin']);
    return {
      tenant: { id: tx.tenantId, slug: input.slug, name, plan: input.plan },
      user: { id: owner.id, email: input.ownerEmail },
      token,
    };
  }

  private async mint(
    tx: Transaction,
    userId: number,
    name: string,
    abilities: readonly Ability[],
  ): Promise<ProvisionedTenant['token']> {
    const { token, text } = await this.tokens.create(tx, systemActor(tx.tenantId, 'command line'), {
      name,
      abilities,
      userId,
      expiresAt: null,
      parentId: null,
    });
    return { id: token.id, token: text, abilities: token.abilities };
  }

  private async change(
    slug: string,
    action: string,
    work: (tx: Transaction) => Promise<Readonly<Record<string, unknown>>>,
  ): Promise<void> {
    const tenantId = await this.find(slug);
    const actor = systemActor(tenantId, 'command line');
    await this.unitOfWork.run(tenantId, async (tx) => {
      // What a token of a tenant that is being suspended has under way is either committed before, or refused.
      await this.authority.confirmAlone(tx, actor);
      const details = await work(tx);
      await this.audit.record(tx, actor, {
        action,
        entityType: 'tenant',
        entityId: null,
        details,
      });
    });
    await this.epochs.advance(tenantId);
  }
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new ProvisioningError(message);
}

function checkPlan(table: RateTableName, plan: string): void {
  check(
    planLimits(table, plan) !== undefined,
    `The table ${table} has the plans ${plansOf(table).join(', ')}, not ${plan}`,
  );
}
