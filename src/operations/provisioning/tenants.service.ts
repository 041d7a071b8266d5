import { UNKNOWN_OUTSIDE } from '../../common/records/external';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Ability, type Actor, systemActor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { fromTo } from '../../common/records/changes';
import { next } from '../../common/records/lifecycle';
import { isCurrency } from '../../common/money';
import { type TenantId, type UserId, tenantIdFrom } from '../../common/records/ids';
import { TokenAuthority, TokenEpochs, TokensService } from '../../organisation/auth';
import { AuditLog, Transaction, UnitOfWork, isUniqueViolation, query } from '../../platform/database';
import { DepartmentsRepository } from '../../organisation/departments';
import { Mailbox } from '../../organisation/notifications';
import { TenantQuotas, isQuota, type QuotaChanges, type QuotaName, type QuotaUsage } from '../../organisation/quotas';
import { RateTableName, plansOf } from '../../platform/rate-limits';
import {
  type ControlProfile,
  INITIAL_SETTINGS,
  TENANT_LIFECYCLE,
  TenantSettings,
  TenantsRepository,
  type Plan,
  type Tenant,
  type TenantAction,
  withControls,
} from '../../organisation/tenants';
import { UsersRepository } from '../../organisation/users';
import { activeUser, statusOf, tenantAndOwner } from './provisioning.sql';
import { checkSlug, noTenant, ProvisioningError } from './provisioning-error';

export interface NewTenant {
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly table: RateTableName;
  readonly currency: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  readonly controls?: ControlProfile;
}

export interface ProvisionedTenant {
  readonly tenant: { readonly id: TenantId; readonly slug: string; readonly name: string; readonly plan: string };
  readonly user: { readonly id: UserId; readonly email: string };
  readonly token: { readonly id: number; readonly token: string; readonly abilities: readonly string[] };
}

type Details = Readonly<Record<string, unknown>>;

/** The operator as an actor in the audit log. */
const operatorIn = (tenantId: TenantId): Actor => systemActor(tenantId, 'command line');

/** Operator actions on tenants, their plans, suspension, and tokens of their users. */
@Injectable()
export class TenantsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tenants: TenantsRepository,
    private readonly settings: TenantSettings,
    private readonly departments: DepartmentsRepository,
    private readonly users: UsersRepository,
    private readonly tokens: TokensService,
    private readonly authority: TokenAuthority,
    private readonly epochs: TokenEpochs,
    private readonly quotas: TenantQuotas,
    private readonly mailbox: Mailbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The owner is an active admin and heads the department General. @throws ProvisioningError */
  async create(input: NewTenant): Promise<ProvisionedTenant> {
    checkSlug(input.slug);
    check(input.name.trim() !== '', 'The name must not be blank');
    planOf(input.table, input.plan);
    check(isCurrency(input.currency), `${input.currency} is no ISO 4217 currency in use`);
    check(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input.ownerEmail), 'The owner needs an e-mail address');
    const tenantId = tenantIdFrom(randomUUID());
    return this.unitOfWork.run(tenantId, (tx) => this.provision(tx, input)).catch(refuseTaken(input.slug));
  }

  /** All instances apply the plan within a minute. @throws ProvisioningError unless tenant and plan exist */
  async changePlan(slug: string, plan: string, table?: RateTableName): Promise<void> {
    await this.change(slug, 'plan_changed', async (tx, tenant) => {
      const target = table ?? tenant.rateTable;
      const named = planOf(target, plan);
      await this.tenants.update(tx, tenant, { plan: named, rateTable: target });
      return { plan, table: target };
    });
  }

  /**
   * Applies to the next request. Null resets a quota to the default. More mails per day send pending mail earlier.
   * @throws ProvisioningError for an invalid quota or an unknown tenant
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
      return { ...changes, changes: fromTo<QuotaChanges>(before, changes) };
    });
  }

  /** The quotas of a tenant and their usage. @throws ProvisioningError for an unknown tenant */
  async quotasOf(slug: string): Promise<QuotaUsage> {
    return this.quotas.usage(await this.find(slug));
  }

  /** @throws ProvisioningError for an unknown tenant; DomainError INVALID_STATUS if it is suspended already */
  async suspend(slug: string): Promise<void> {
    await this.change(slug, 'suspended', (tx, tenant) => this.move(tx, tenant, 'suspend'));
  }

  /** @throws ProvisioningError for an unknown tenant; DomainError INVALID_STATUS if it is not suspended */
  async resume(slug: string): Promise<void> {
    await this.change(slug, 'resumed', (tx, tenant) => this.move(tx, tenant, 'resume'));
  }

  /** @throws ProvisioningError if the slug is taken, or for an unknown tenant */
  async rename(slug: string, to: string): Promise<void> {
    checkSlug(to);
    const renamed = this.change(slug, 'renamed', async (tx, tenant) => {
      await this.tenants.update(tx, tenant, { slug: to });
      return { slug: to };
    });
    await renamed.catch(refuseTaken(to));
  }

  /** Creates a token for a user. @throws ProvisioningError unless the tenant and the active user exist */
  async createToken(
    slug: string,
    input: { readonly email?: string; readonly name: string; readonly abilities: readonly Ability[] },
  ): Promise<ProvisionedTenant['token']> {
    const tenantId = await this.find(slug);
    return this.unitOfWork.run(tenantId, async (tx) => {
      const [user] = await tx.execute<{ id: UserId }>(activeUser(tenantId, input.email));
      if (!user) throw new ProvisioningError('No such active user');
      return this.mint(tx, user.id, input.name, input.abilities);
    });
  }

  /**
   * The command line with the rights of the tenant's first admin. The audit log names both.
   * @throws ProvisioningError for an unknown slug, and without an active admin
   */
  async actorIn(slug: string): Promise<Actor> {
    const tenantId = await this.find(slug);
    const first = activeUser(tenantId, undefined);
    const [[user]] = await this.unitOfWork.read<[{ id: UserId; role: string }]>(tenantId, first);
    if (user?.role !== 'admin') throw new ProvisioningError('The tenant has no active admin');
    return { ...operatorIn(tenantId), userId: user.id, role: 'admin' };
  }

  /** @throws ProvisioningError for a suspended tenant */
  async requireActive(tenantId: TenantId): Promise<void> {
    const [[tenant]] = await this.unitOfWork.read<[{ status: string }]>(tenantId, statusOf(tenantId));
    if (tenant?.status === 'active') return;
    throw new ProvisioningError(
      'The tenant is suspended: nothing is written into it. `tenant:suspend --resume` ends that',
    );
  }

  /** @throws ProvisioningError for an unknown slug */
  async find(slug: string): Promise<TenantId> {
    const [row] = await this.unitOfWork.unscoped<{ id: TenantId | null }>(
      query('SELECT tenant_by_slug($1) AS id', [slug]),
    );
    if (!row?.id) throw noTenant(slug);
    return row.id;
  }

  /** A tenant and its first admin, without token. @throws ProvisioningError without an admin */
  async describe(tenantId: TenantId): Promise<Omit<ProvisionedTenant, 'token'>> {
    const [rows] = await this.unitOfWork.read<
      [{ slug: string; name: string; plan: string; user_id: UserId; email: string }]
    >(tenantId, tenantAndOwner(tenantId));
    const [row] = rows;
    if (!row) throw new ProvisioningError('The tenant has no admin');
    const { slug, name, plan, user_id: id, email } = row;
    return { tenant: { id: tenantId, slug, name, plan }, user: { id, email } };
  }

  private async provision(tx: Transaction, input: NewTenant): Promise<ProvisionedTenant> {
    const { slug, plan, table, currency, ownerEmail: email, controls = 'standard' } = input;
    const name = input.name.trim();
    await this.tenants.insert(tx, { slug, name, plan: planOf(table, plan), rateTable: table, currency });
    if (controls !== 'standard') await this.settings.set(tx, withControls(INITIAL_SETTINGS, { controls }));
    const owner = await this.addOwner(tx, input);
    await this.audit.record(tx, operatorIn(tx.tenantId), {
      action: 'created',
      entityType: 'tenant',
      entityId: null,
      details: { slug, plan, controls },
    });
    const token = await this.mint(tx, owner, 'Owner', ['admin']);
    return { tenant: { id: tx.tenantId, slug, name, plan }, user: { id: owner, email }, token };
  }

  /** Creates the department General, headed by the first user. @returns the user's id */
  private async addOwner(tx: Transaction, { ownerEmail: email, ownerName: nameEn }: NewTenant): Promise<UserId> {
    const general = {
      name: 'General',
      nameAr: 'عام',
      code: 'GEN',
      headUserId: null,
      isActive: true,
      ...UNKNOWN_OUTSIDE,
    };
    const department = await this.departments.insert(tx, general);
    const { id: departmentId } = department;
    const owner = { nameEn, nameAr: null, email, role: 'admin', departmentId, phone: null } as const;
    const id = await this.users.insert(tx, owner, this.clock.now(), 'active');
    if (id === undefined) throw new Error('A new tenant has users already');
    await this.departments.setFirstHead(tx, department, id);
    const created = { action: 'created' } as const;
    await this.audit.record(
      tx,
      operatorIn(tx.tenantId),
      { ...created, entityType: 'department', entityId: departmentId },
      { ...created, entityType: 'user', entityId: id, details: { email, role: owner.role } },
    );
    return id;
  }

  private async mint(
    tx: Transaction,
    userId: UserId,
    name: string,
    abilities: readonly Ability[],
  ): Promise<ProvisionedTenant['token']> {
    const { token, text } = await this.tokens.create(tx, operatorIn(tx.tenantId), {
      name,
      abilities,
      userId,
      expiresAt: null,
      parentId: null,
    });
    return { id: token.id, token: text, abilities: token.abilities };
  }

  private async move(tx: Transaction, tenant: Tenant, action: TenantAction): Promise<Details> {
    check(tenant.erasingSince === null, 'Its erasure has begun: `tenant:erase` again ends it');
    const status = next(TENANT_LIFECYCLE, tenant.status, action);
    await this.tenants.update(tx, tenant, { status });
    return { status };
  }

  private async change(
    slug: string,
    action: string,
    work: (tx: Transaction, tenant: Tenant) => Promise<Details>,
  ): Promise<void> {
    const tenantId = await this.find(slug);
    const actor = operatorIn(tenantId);
    await this.unitOfWork.run(tenantId, async (tx) => {
      this.epochs.advance(tx);
      // Concurrent requests of a suspended tenant's tokens are either committed before, or rejected.
      await this.authority.recheckTokenExclusively(tx, actor);
      const details = await work(tx, await this.tenants.lock(tx));
      await this.audit.record(tx, actor, { action, entityType: 'tenant', entityId: null, details });
    });
  }
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new ProvisioningError(message);
}

/** For `catch`: explains that another tenant has the slug. */
const refuseTaken =
  (slug: string) =>
  (error: unknown): never => {
    if (isUniqueViolation(error, 'uq_tenants_slug')) throw new ProvisioningError(`The slug ${slug} is taken`);
    throw error;
  };

/** @throws ProvisioningError unless the table has the plan */
function planOf(table: RateTableName, plan: string): Plan {
  const plans = plansOf(table);
  check(plans.includes(plan), `The table ${table} has the plans ${plans.join(', ')}, not ${plan}`);
  return plan as Plan;
}
