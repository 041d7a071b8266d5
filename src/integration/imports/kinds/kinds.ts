import { Injectable } from '@nestjs/common';
import type { ImportResource } from '../domain/import';
import { InvoiceKind, OrderKind } from './document-kinds';
import type { ImportKind } from './kind';
import { BudgetKind, DepartmentKind, ProjectKind, UserKind, VendorKind } from './plain-kinds';

@Injectable()
export class ImportKinds {
  private readonly kinds: Readonly<Record<ImportResource, ImportKind>>;

  constructor(
    departments: DepartmentKind,
    projects: ProjectKind,
    users: UserKind,
    vendors: VendorKind,
    budgets: BudgetKind,
    orders: OrderKind,
    invoices: InvoiceKind,
  ) {
    this.kinds = { departments, projects, users, vendors, budgets, purchase_orders: orders, invoices };
  }

  of(resource: ImportResource): ImportKind {
    return this.kinds[resource];
  }
}
