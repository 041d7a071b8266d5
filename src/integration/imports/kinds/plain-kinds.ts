import { Injectable } from '@nestjs/common';
import { BudgetsService, CreateBudgetDto, UpdateBudgetDto, WrittenBudget } from '../../../procurement/budgets';
import type { Actor } from '../../../common/actor';
import type { BudgetId, UserId, VendorId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import {
  CreateDepartmentDto,
  DepartmentsService,
  UpdateDepartmentDto,
  WrittenDepartment,
} from '../../../organisation/departments';
import { cellsOf } from '../../../platform/records';
import { CreateProjectDto, ProjectsService, UpdateProjectDto, WrittenProject } from '../../../organisation/projects';
import { CreateUserDto, UpdateUserDto, UsersService, WrittenUser } from '../../../organisation/users';
import { CreateVendorDto, UpdateVendorDto, VendorsService, WrittenVendor } from '../../../procurement/vendors';
import type { Body, Columns, ImportKind, ImportOptions, Written } from './kind';
import { department, isName, type Reference } from './references.sql';

/** Read-only fields of responses. */
const SHOWN = ['id', 'version', 'created_at', 'updated_at'] as const;

@Injectable()
export class DepartmentKind implements ImportKind {
  readonly table = 'departments';
  readonly columns: Columns = cellsOf(WrittenDepartment);
  readonly required = ['name', 'code'];
  readonly ignored = [...SHOWN, 'head_user'];
  readonly references: readonly Reference[] = [
    { from: 'head_user_external_id', to: 'head_user_id', table: 'users', key: 'external_id' },
    { from: 'head_user_email', to: 'head_user_id', table: 'users', key: 'email' },
  ];
  readonly createType = CreateDepartmentDto;
  readonly updateType = UpdateDepartmentDto;
  readonly changesPower = true;

  constructor(private readonly departments: DepartmentsService) {}

  create(actor: Actor, body: CreateDepartmentDto): Promise<Written> {
    return this.departments.create(actor, body.toInput());
  }

  update(actor: Actor, id: number, body: UpdateDepartmentDto): Promise<Written> {
    return this.departments.update(actor, id, body.toInput(), undefined);
  }
}

@Injectable()
export class ProjectKind implements ImportKind {
  readonly table = 'projects';
  readonly columns: Columns = cellsOf(WrittenProject);
  readonly required = ['name', 'code'];
  readonly ignored = [...SHOWN, 'department'];
  readonly references = department;
  readonly createType = CreateProjectDto;
  readonly updateType = UpdateProjectDto;

  constructor(private readonly projects: ProjectsService) {}

  create(actor: Actor, body: CreateProjectDto): Promise<Written> {
    return this.projects.create(actor, body.toInput());
  }

  update(actor: Actor, id: number, body: UpdateProjectDto): Promise<Written> {
    return this.projects.update(actor, id, body.toInput(), undefined);
  }
}

@Injectable()
export class UserKind implements ImportKind {
  readonly table = 'users';
  readonly columns: Columns = cellsOf(WrittenUser);
  readonly required = ['name_en', 'email', 'role'];
  readonly ignored = [...SHOWN, 'department', 'status', 'last_login_at', 'two_factor_enabled'];
  readonly references = department;
  readonly createType = CreateUserDto;
  readonly updateType = UpdateUserDto;
  readonly changesPower = true;

  constructor(private readonly users: UsersService) {}

  create(actor: Actor, body: CreateUserDto, { invite }: ImportOptions): Promise<Written> {
    return this.users.create(actor, body.toInput(), invite);
  }

  update(actor: Actor, id: number, body: UpdateUserDto, { invite }: ImportOptions): Promise<Written> {
    return this.users.update(actor, id as UserId, body.toInput(), undefined, invite);
  }
}

@Injectable()
export class VendorKind implements ImportKind {
  readonly table = 'vendors';
  readonly columns: Columns = { ...cellsOf(WrittenVendor), contacts: 'json' };
  readonly required = ['name'];
  readonly ignored = [
    ...SHOWN,
    ...['status', 'blocked_reason', 'blocked_at', 'performance', 'performance_score', 'total_orders', 'total_spend'],
    'warnings',
  ];
  readonly references: readonly Reference[] = [];
  readonly createType = CreateVendorDto;
  readonly updateType = UpdateVendorDto;
  readonly together = {
    takes: ({ bank_name: name, bank_account: account }: CreateVendorDto) => name == null && account == null,
    create: (tx: Transaction, actor: Actor, bodies: readonly CreateVendorDto[]) =>
      this.vendors.createAll(
        tx,
        actor,
        bodies.map((body) => body.toInput()),
      ),
  };

  constructor(private readonly vendors: VendorsService) {}

  lock(tx: Transaction, bodies: readonly Body[]): Promise<void> {
    // A NUL in one text would fail the whole statement. The validation rejects its row later.
    const text = (value: unknown): string | null =>
      typeof value === 'string' && isName(value.trim()) ? value.trim() : null;
    const numbers = bodies.map((body) => ({ vatNumber: text(body['vat_number']), crNumber: text(body['cr_number']) }));
    return this.vendors.lockNumbers(tx, numbers);
  }

  async create(actor: Actor, body: CreateVendorDto): Promise<Written> {
    return written(await this.vendors.create(actor, body.toInput()));
  }

  async update(actor: Actor, id: number, body: UpdateVendorDto): Promise<Written> {
    return written(await this.vendors.update(actor, id as VendorId, body.toInput(), undefined));
  }
}

@Injectable()
export class BudgetKind implements ImportKind {
  readonly table = 'budgets';
  readonly columns: Columns = { ...cellsOf(WrittenBudget), allocations: 'json' };
  readonly required = ['name', 'allocated_amount', 'fiscal_year'];
  readonly ignored = [
    ...SHOWN,
    ...['status', 'reserved_amount', 'committed_amount', 'spent_amount', 'available_amount', 'utilization_percentage'],
  ];
  readonly references = department;
  readonly createType = CreateBudgetDto;
  readonly updateType = UpdateBudgetDto;

  constructor(private readonly budgets: BudgetsService) {}

  /** `approve` activates the new budget. */
  async create(actor: Actor, body: CreateBudgetDto, { approve }: ImportOptions): Promise<Written> {
    const created = await this.budgets.create(actor, body.toInput());
    if (!approve) return created;
    return this.budgets.update(actor, created.id, { status: 'active' }, undefined);
  }

  update(actor: Actor, id: number, body: UpdateBudgetDto): Promise<Written> {
    return this.budgets.update(actor, id as BudgetId, body.toInput(), undefined);
  }
}

type VendorAnswer = Awaited<ReturnType<VendorsService['update']>>;

const written = ({ vendor: { id, version }, warnings = [] }: VendorAnswer): Written => ({ id, version, warnings });
