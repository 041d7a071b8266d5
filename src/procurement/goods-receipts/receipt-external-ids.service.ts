import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { type ExternalInput } from '../../common/records/external';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import { AuditLog, changeExternal, UnitOfWork } from '../../platform/database';
import { GoodsReceiptsRepository } from './goods-receipts.repository';
import type { ReceiptDetailRow } from './http/answers';
import { GoodsReceiptsQueries } from './queries/goods-receipts.queries';

/** Sets the external id and metadata of a receipt in any status: its posted content does not change. */
@Injectable()
export class ReceiptExternalIdsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly receipts: GoodsReceiptsRepository,
    private readonly queries: GoodsReceiptsQueries,
    private readonly audit: AuditLog,
  ) {}

  /** @throws DomainError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR on an external id of another receipt */
  async set(actor: Actor, id: number, input: ExternalInput, ifMatch: IfMatch): Promise<ReceiptDetailRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const receipt = await this.receipts.lockExternal(tx, id);
      requireVersion(ifMatch, receipt.version);
      const changed = await changeExternal(tx, 'goods_receipts', receipt, input);
      if (changed) {
        await this.receipts.setExternal(tx, id, receipt, changed.changes);
        const details = { fields: changed.fields };
        await this.audit.record(tx, actor, { action: 'updated', entityType: 'goods_receipt', entityId: id, details });
      }
      return this.queries.get(tx, id);
    });
  }
}
