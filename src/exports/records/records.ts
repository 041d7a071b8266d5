import { Injectable } from '@nestjs/common';
import { InvoiceWorkflowOut, presentStoredWorkflow, WorkflowsService } from '../../approvals';
import { AuditEntryOut, AuditQueries, presentEntry } from '../../audit';
import { BudgetOut, BudgetsQueries, presentBudget } from '../../budgets';
import { ROLES } from '../../common/actor/roles';
import { Clock } from '../../common/clock';
import type { After, Transaction } from '../../database';
import { DepartmentOut, DepartmentsQueries, presentDepartment } from '../../departments';
import { GoodsReceiptsQueries, presentReceipt, ReceiptOut } from '../../goods-receipts';
import { fieldNames } from '../../http';
import { InvoiceDetailOut, InvoicesQueries, presentInvoice } from '../../invoices';
import { presentProject, ProjectOut, ProjectsQueries } from '../../projects';
import { OrderOut, presentOrder, PurchaseOrdersQueries } from '../../purchase-orders';
import { presentRole, RoleOut, RolesService } from '../../roles';
import { SettingsOut, SettingsService } from '../../settings';
import { presentUser, UserOut, UsersQueries } from '../../users';
import { presentVendor, VendorOut, VendorsQueries } from '../../vendors';
import { presentSubscription, WebhookOut, WebhooksQueries } from '../../webhooks';
import type { ExportResource } from '../domain/export';

/** The sentences in records, an invoice's reasons say. */
const LANGUAGE = 'en';

/** Records that one statement reads, about. */
const PART = 200;

/** Whole records of one kind, as GET of each answers in Form A. */
export interface RecordsOfKind {
  readonly columns: readonly string[];
  parts(tx: Transaction): AsyncGenerator<readonly object[]>;
}

/** All that can be exported. */
@Injectable()
export class ExportedRecords {
  private readonly kinds: Readonly<Record<ExportResource, RecordsOfKind>>;

  constructor(
    departments: DepartmentsQueries,
    projects: ProjectsQueries,
    users: UsersQueries,
    vendors: VendorsQueries,
    budgets: BudgetsQueries,
    orders: PurchaseOrdersQueries,
    receipts: GoodsReceiptsQueries,
    invoices: InvoicesQueries,
    webhooks: WebhooksQueries,
    roles: RolesService,
    settings: SettingsService,
    workflows: WorkflowsService,
    audit: AuditQueries,
    clock: Clock,
  ) {
    const reading = () => ({ today: clock.today(), language: LANGUAGE }) as const;
    this.kinds = {
      departments: byId(DepartmentOut, departments, presentDepartment),
      projects: byId(ProjectOut, projects, presentProject),
      users: byId(UserOut, users, presentUser),
      vendors: byId(VendorOut, vendors, (vendor) => presentVendor(vendor)),
      budgets: byId(BudgetOut, budgets, presentBudget),
      purchase_orders: byId(OrderOut, orders, (order) => presentOrder(order, LANGUAGE)),
      goods_receipts: byId(ReceiptOut, receipts, presentReceipt),
      invoices: byId(InvoiceDetailOut, invoices, (invoice) => presentInvoice(invoice, reading())),
      webhooks: byId(WebhookOut, webhooks, presentSubscription),
      audit_log: byId(AuditEntryOut, audit, presentEntry),
      roles: atOnce(fieldNames(RoleOut), async (tx) => {
        const permissions = await roles.of(tx);
        return ROLES.map((role) => presentRole(role, permissions[role], LANGUAGE));
      }),
      settings: atOnce(fieldNames(SettingsOut), async (tx) => [await settings.of(tx)]),
      approval_workflows: atOnce(['kind', ...fieldNames(InvoiceWorkflowOut)], async (tx) =>
        Promise.all(
          WORKFLOW_KINDS.map(async (kind) => ({ kind, ...presentStoredWorkflow(await workflows.get(tx, kind)) })),
        ),
      ),
    };
  }

  of(resource: ExportResource): RecordsOfKind {
    return this.kinds[resource];
  }
}

const WORKFLOW_KINDS = ['purchase-orders', 'amendments', 'invoices'] as const;

function byId<Row, Shown extends { readonly id: number }>(
  type: new () => Shown,
  queries: { after(tx: Transaction, after: After): Promise<readonly Row[]> },
  present: (row: Row) => Shown,
): RecordsOfKind {
  async function* parts(tx: Transaction): AsyncGenerator<readonly Shown[]> {
    for (let id = 0; ;) {
      const records = (await queries.after(tx, { id, most: PART })).map((row) => present(row));
      yield records;
      if (records.length < PART) return;
      id = records.at(-1)?.id ?? id;
    }
  }
  return { columns: fieldNames(type), parts };
}

/** Records of which there are few. */
function atOnce(columns: readonly string[], read: (tx: Transaction) => Promise<readonly object[]>): RecordsOfKind {
  async function* parts(tx: Transaction): AsyncGenerator<readonly object[]> {
    yield await read(tx);
  }
  return { columns, parts };
}
