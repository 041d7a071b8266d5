import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runAll } from '../schema/migration-steps';

/** Invoices and goods receipts have documents like orders; each document belongs to one of the three. */
export class DocumentsOfInvoicesAndReceipts1795305600512 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `ALTER TABLE documents
         ALTER COLUMN purchase_order_id DROP NOT NULL,
         ADD COLUMN invoice_id bigint,
         ADD COLUMN goods_receipt_id bigint,
         ADD CONSTRAINT ck_documents_owner CHECK (num_nonnulls(purchase_order_id, invoice_id, goods_receipt_id) = 1),
         ADD CONSTRAINT fk_documents_tenant_id_invoice_id
           FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices (tenant_id, id) ON DELETE CASCADE,
         ADD CONSTRAINT fk_documents_tenant_id_goods_receipt_id
           FOREIGN KEY (tenant_id, goods_receipt_id) REFERENCES goods_receipts (tenant_id, id) ON DELETE CASCADE`,
      'CREATE INDEX ix_documents_tenant_id_invoice_id_id ON documents (tenant_id, invoice_id, id)',
      'CREATE INDEX ix_documents_tenant_id_goods_receipt_id_id ON documents (tenant_id, goods_receipt_id, id)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DELETE FROM documents WHERE purchase_order_id IS NULL',
      'ALTER TABLE documents DROP COLUMN invoice_id, DROP COLUMN goods_receipt_id, ALTER COLUMN purchase_order_id SET NOT NULL',
    ]);
  }
}
