import { Injectable } from '@nestjs/common';
import {
  AmendmentWorkflowResponse,
  DelegationResponse,
  DelegationsService,
  toAmendmentWorkflowResponse,
  toDelegationResponse,
  toStoredWorkflowResponse,
  WorkflowsService,
} from '../../../procurement/approvals';
import { AuditEntryResponse, AuditQueries, toEntryResponse } from '../../../history/audit';
import {
  BudgetResponse,
  BudgetsQueries,
  MovementResponse,
  toBudgetResponse,
  toMovementResponse,
} from '../../../procurement/budgets';
import type { Holder } from '../../../common/actor/abilities';
import { ROLES } from '../../../common/actor/roles';
import { Slices } from '../../../common/async/slices';
import { Clock } from '../../../common/clock';
import type { After, Transaction } from '../../../platform/database';
import { DepartmentResponse, DepartmentsQueries, toDepartmentResponse } from '../../../organisation/departments';
import { GoodsReceiptsQueries, ReceiptResponse, toReceiptResponse } from '../../../procurement/goods-receipts';
import { fieldNames } from '../../../platform/http';
import { InvoiceDetailResponse, InvoicesQueries, toInvoiceResponse } from '../../../procurement/invoices';
import { toProjectResponse, ProjectResponse, ProjectsQueries } from '../../../organisation/projects';
import {
  AmendmentResponse,
  AmendmentsQueries,
  OrderResponse,
  toAmendmentResponse,
  toOrderResponse,
  toVersionResponse,
  PurchaseOrdersQueries,
  VersionResponse,
} from '../../../procurement/purchase-orders';
import { toRoleResponse, RoleResponse, RolesService } from '../../../organisation/roles';
import { SettingsResponse, SettingsService } from '../../../organisation/settings';
import { toUserResponse, UserResponse, UsersQueries } from '../../../organisation/users';
import {
  BankAccountResponse,
  BankAccountsQueries,
  toBankAccountResponse,
  toVendorResponse,
  VendorResponse,
  VendorsQueries,
} from '../../../procurement/vendors';
import {
  DeliveriesQueries,
  DeliveryResponse,
  toDeliveryResponse,
  toWebhookResponse,
  WebhookResponse,
  WebhooksQueries,
} from '../../webhooks';
import type { ExportResource } from '../domain/export';

/** Language of sentences in records, such as the reasons of an invoice's match. */
const LANGUAGE = 'en';

/** Approximate records per statement. */
const PART = 50;

/** Records of one kind, as in the GET responses of Form A. */
export interface RecordsOfKind {
  readonly columns: readonly string[];
  /** @param reader decides which bank details are masked */
  parts(tx: Transaction, reader: Holder): AsyncGenerator<readonly object[]>;
}

@Injectable()
export class ExportedRecords {
  private readonly kinds: Readonly<Record<ExportResource, RecordsOfKind>>;

  constructor(
    departments: DepartmentsQueries,
    projects: ProjectsQueries,
    users: UsersQueries,
    delegations: DelegationsService,
    vendors: VendorsQueries,
    bankAccounts: BankAccountsQueries,
    budgets: BudgetsQueries,
    orders: PurchaseOrdersQueries,
    amendments: AmendmentsQueries,
    receipts: GoodsReceiptsQueries,
    invoices: InvoicesQueries,
    webhooks: WebhooksQueries,
    deliveries: DeliveriesQueries,
    roles: RolesService,
    settings: SettingsService,
    workflows: WorkflowsService,
    audit: AuditQueries,
    clock: Clock,
  ) {
    const reading = () => ({ today: clock.today(), language: LANGUAGE }) as const;
    this.kinds = {
      departments: byId(DepartmentResponse, departments, toDepartmentResponse),
      projects: byId(ProjectResponse, projects, toProjectResponse),
      users: byId(UserResponse, users, toUserResponse),
      delegations: byId(DelegationResponse, delegations, toDelegationResponse),
      vendors: byId(VendorResponse, vendors, (vendor, reader) => toVendorResponse(vendor, reader)),
      bank_accounts: ofOwner('vendor_id', BankAccountResponse, bankAccounts, (account, reader) => ({
        vendor_id: account.vendorId,
        ...toBankAccountResponse(account, reader),
      })),
      budgets: byId(BudgetResponse, budgets, toBudgetResponse),
      purchase_orders: byId(OrderResponse, orders, (order) => toOrderResponse(order, LANGUAGE)),
      amendments: byId(AmendmentResponse, amendments, (amendment) => toAmendmentResponse({ amendment }, LANGUAGE)),
      order_versions: ofOwner(
        'purchase_order_id',
        VersionResponse,
        { after: (tx, after) => amendments.replacedAfter(tx, after) },
        ({ purchase_order_id, row }) => ({ purchase_order_id, ...toVersionResponse(row) }),
      ),
      goods_receipts: byId(ReceiptResponse, receipts, toReceiptResponse),
      invoices: byId(InvoiceDetailResponse, invoices, (invoice) => toInvoiceResponse(invoice, reading())),
      budget_movements: ofOwner(
        'budget_id',
        MovementResponse,
        { after: (tx, after) => budgets.movementsAfter(tx, after) },
        (movement) => ({ budget_id: movement.budgetId, ...toMovementResponse(movement) }),
      ),
      webhooks: byId(WebhookResponse, webhooks, toWebhookResponse),
      webhook_deliveries: ofOwner('webhook_id', DeliveryResponse, deliveries, (delivery) => ({
        webhook_id: delivery.webhook_id,
        ...toDeliveryResponse(delivery),
      })),
      audit_log: byId(AuditEntryResponse, audit, toEntryResponse),
      roles: atOnce(fieldNames(RoleResponse), async (tx) => {
        const permissions = await roles.of(tx);
        return ROLES.map((role) => toRoleResponse(role, permissions[role], LANGUAGE));
      }),
      settings: atOnce(fieldNames(SettingsResponse), async (tx) => [await settings.of(tx)]),
      approval_workflows: atOnce(['kind', ...fieldNames(AmendmentWorkflowResponse)], async (tx) =>
        Promise.all(
          WORKFLOW_KINDS.map(async (kind) => {
            const present = kind === 'amendments' ? toAmendmentWorkflowResponse : toStoredWorkflowResponse;
            return { kind, ...present(await workflows.get(tx, kind)) };
          }),
        ),
      ),
    };
  }

  of(resource: ExportResource): RecordsOfKind {
    return this.kinds[resource];
  }
}

const WORKFLOW_KINDS = ['purchase-orders', 'amendments', 'invoices'] as const;

/** Reads all rows of a tenant in batches. */
interface Rows<Row> {
  after(tx: Transaction, after: After): Promise<readonly Row[]>;
}

function byId<Row, Shown extends { readonly id: number }>(
  type: new () => Shown,
  rows: Rows<Row>,
  present: (row: Row, reader: Holder) => Shown,
): RecordsOfKind {
  const parts = partsOf(rows, present, (_, { id }) => id);
  return { columns: fieldNames(type), parts };
}

/** Adds the id of the owner to records that do not contain it. */
function ofOwner<Row extends { readonly id: number }>(
  owner: string,
  type: new () => object,
  rows: Rows<Row>,
  present: (row: Row, reader: Holder) => object,
): RecordsOfKind {
  const parts = partsOf(rows, present, ({ id }) => id);
  return { columns: [owner, ...fieldNames(type)], parts };
}

function partsOf<Row, Shown extends object>(
  rows: Rows<Row>,
  present: (row: Row, reader: Holder) => Shown,
  idOf: (row: Row, shown: Shown) => number,
): RecordsOfKind['parts'] {
  return async function* (tx, reader) {
    const slices = new Slices();
    for (let id = 0; ;) {
      const part = await rows.after(tx, { id, most: PART });
      const shown: Shown[] = [];
      for await (const row of slices.divide(part)) shown.push(present(row, reader));
      yield shown;
      const [lastRow, lastShown] = [part.at(-1), shown.at(-1)];
      if (part.length < PART || !lastRow || !lastShown) return;
      id = idOf(lastRow, lastShown);
    }
  };
}

/** For kinds with few records. */
function atOnce(columns: readonly string[], read: (tx: Transaction) => Promise<readonly object[]>): RecordsOfKind {
  async function* parts(tx: Transaction): AsyncGenerator<readonly object[]> {
    yield await read(tx);
  }
  return { columns, parts };
}
