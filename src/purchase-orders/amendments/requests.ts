import { given } from '../../common/records/given';
import { Field, ListQuery, MAX_COMMENT, MAX_LINES, MAX_NOTES } from '../../http';
import type { LineChange } from '../domain/lines';
import type { AmendmentRequest } from './amendments.service';

/** A change of a line, or a new one when it has no id. */
export class AmendedItemIn {
  @Field.id({ optional: true, description: 'The line it changes. Without it, the line is new.' }) id?: number;
  @Field.text({ optional: true, max: MAX_COMMENT, multiline: true }) description?: string;
  @Field.quantity({ optional: true, description: 'Never below what is received or billed.' }) quantity?: number;
  @Field.text({ optional: true, nullable: true, max: 50 }) unit?: string | null;
  @Field.unitPrice({ optional: true }) unit_price?: number;
  @Field.percent({ optional: true }) vat_rate?: number;
}

/** What to change of an approved order, and why. Vendor and currency are fixed. */
export class AmendmentIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Two more pallets are needed.' }) reason: string;
  @Field.objects(() => AmendedItemIn, { optional: true, max: MAX_LINES }) items?: AmendedItemIn[];
  @Field.day({ optional: true, nullable: true }) expected_delivery_date?: string | null;
  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) notes?: string | null;

  toRequest(): AmendmentRequest {
    const { reason, items = [], expected_delivery_date: expectedDeliveryDate, notes } = this;
    return {
      reason,
      changes: { items: items.map(lineChange), ...given({ expectedDeliveryDate, notes }) },
    };
  }
}

function lineChange(item: AmendedItemIn): LineChange {
  const { id, description, quantity, unit, unit_price: unitPrice, vat_rate: vatRate } = item;
  return given({ id, description, quantity, unit, unitPrice, vatRate });
}

/** Why an amendment is withdrawn. */
export class CancelAmendmentIn {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) reason?: string | null;
}

export class AmendmentListQuery extends ListQuery({ sortable: ['number'] }) {}

export class VersionListQuery extends ListQuery({ sortable: ['version'] }) {}
