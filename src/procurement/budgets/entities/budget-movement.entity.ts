import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { BudgetId, InvoiceId, OrderId, TenantId, UserId } from '../../../common/records/ids';
import {
  AmountColumn,
  Decimal,
  IdColumn,
  InstantColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { MovementType } from '../domain/ledger/postings';

/** One line of a budget's ledger, with the document it belongs to. Append-only. */
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
export class BudgetMovement {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() budgetId: BudgetId;
  @Column({ type: 'text' }) type: MovementType;

  /** The order it is about; for an invoice, the one it bills. */
  @RefColumn({ nullable: true }) purchaseOrderId: OrderId | null;

  @RefColumn({ nullable: true }) invoiceId: InvoiceId | null;

  /** CAPEX or OPEX. */
  @Column({ type: 'text' }) expenseType: string;

  @AmountColumn() reservedChange: Decimal;
  @AmountColumn() committedChange: Decimal;
  @AmountColumn() spentChange: Decimal;
  @AmountColumn() paidChange: Decimal;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @InstantColumn() createdAt: Date;
}
