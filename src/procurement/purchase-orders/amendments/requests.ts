import { omitUndefined } from '../../../common/records/given';
import type { AmendmentFilter } from './amendments.queries';
import { Field, ListQuery, MAX_COMMENT, MAX_LINES, MAX_NOTES } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import type { LineChange } from '../domain/lines';
import { WrittenLine } from '../entities/purchase-order-item.entity';
import { LineIdDto } from '../http/requests';
import type { AmendmentRequest } from './amendments.service';

/** Changes the line with this id; without an id, adds a line. */
export class AmendedItemDto extends RequestOf(WrittenLine, {
  omit: ['quantity', 'externalId', 'metadata'],
  extending: LineIdDto,
}) {
  @Field.quantity({ optional: true, description: 'Not below the received or billed quantity.' }) quantity?: number;

  override toInput(): LineChange {
    return { ...super.toInput(), ...omitUndefined({ quantity: this.quantity }) };
  }
}

/** Changes of an approved order. Vendor and currency cannot change. */
export class AmendmentDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Two more pallets are needed.' }) reason: string;
  @Field.objects(() => AmendedItemDto, { optional: true, max: MAX_LINES }) items?: AmendedItemDto[];
  @Field.day({ optional: true, nullable: true }) expected_delivery_date?: string | null;
  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) notes?: string | null;

  toRequest(): AmendmentRequest {
    const { reason, items = [], expected_delivery_date: expectedDeliveryDate, notes } = this;
    return {
      reason,
      changes: { items: items.map((item) => item.toInput()), ...omitUndefined({ expectedDeliveryDate, notes }) },
    };
  }
}

export class CancelAmendmentDto {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) reason?: string | null;
}

export class AmendmentListQuery extends ListQuery({ sortable: ['number', 'updated_at'], updated: true }) {
  toFilter(): AmendmentFilter {
    return { updated: this.updated() };
  }
}

export class VersionListQuery extends ListQuery({ sortable: ['version'] }) {}
