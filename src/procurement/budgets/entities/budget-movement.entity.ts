import { Check, Entity, ForeignKey, Index } from 'typeorm';
import type { BudgetId, InvoiceId, OrderId, TenantId, UserId } from '../../../common/records/ids';
import { type Decimal, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { RecordField } from '../../../platform/records';
import { MOVEMENT_TYPES, type MovementType } from '../domain/ledger/postings';

export class ShownMovement {
  @RecordField.id() id: number;
  @RecordField.oneOf({ values: MOVEMENT_TYPES }) type: MovementType;
  @RecordField.oneOf({ values: ['CAPEX', 'OPEX'] }) expenseType: string;
  @RecordField.amount({ example: 0 }) reservedChange: Decimal;
  @RecordField.amount({ example: -11500 }) committedChange: Decimal;
  @RecordField.amount({ example: 0 }) spentChange: Decimal;
  @RecordField.amount({ example: 0 }) paidChange: Decimal;
  @RecordField.instant() createdAt: Date;
}

/** An entry of a budget's ledger, with its document. Append-only. */
@Entity('budget_movements')
@Check(
  'ck_budget_movements_type',
  `type IN ('reserve', 'release', 'commit', 'relieve', 'amend', 'spend', 'credit', 'pay', 'carry')`,
)
@Check('ck_budget_movements_expense_type', `expense_type IN ('CAPEX', 'OPEX')`)
@Check('ck_budget_movements_document', 'purchase_order_id IS NOT NULL OR invoice_id IS NOT NULL')
@Index(['tenantId', 'budgetId', 'id'])
@Index(['tenantId', 'purchaseOrderId', 'id'])
@Index(['tenantId', 'invoiceId', 'id'])
@ForeignKey('Budget', ['tenantId', 'budgetId'], ['tenantId', 'id'])
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'])
@ForeignKey('Invoice', ['tenantId', 'invoiceId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class BudgetMovement extends ShownMovement {
  @TenantColumn() tenantId: TenantId;
  @RefColumn() budgetId: BudgetId;

  /** The order; for an invoice, the billed order. */
  @RefColumn({ nullable: true }) purchaseOrderId: OrderId | null;

  @RefColumn({ nullable: true }) invoiceId: InvoiceId | null;
  @RefColumn({ nullable: true }) createdById: UserId | null;
}
