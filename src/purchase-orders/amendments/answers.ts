import { Out } from '../../http';
import type { ItemRow } from '../queries/order-rows';

export class VersionItemOut {
  @Out.id() id: number;
  @Out.integer({ example: 1 }) line_number: number;
  @Out.text() description: string;
  @Out.number() quantity: number;
  @Out.text({ nullable: true }) unit: string | null;
  @Out.number() unit_price: number;
  @Out.number() vat_rate: number;
  @Out.amount() vat_amount: number;
  @Out.amount({ description: 'VAT included.' }) total: number;
}

export class VersionAmendmentOut {
  @Out.id() id: number;
  @Out.integer({ example: 1 }) number: number;
  @Out.text() reason: string;
}

/** An order as it stands, or as it stood before an amendment. */
export class VersionOut {
  @Out.integer({ example: 1 }) version: number;
  @Out.boolean() is_current: boolean;
  @Out.currency() currency: string;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.text({ nullable: true }) notes: string | null;
  @Out.text({ nullable: true }) delivery_address: string | null;
  @Out.day({ nullable: true }) expected_delivery_date: string | null;
  @Out.list(() => VersionItemOut) items: VersionItemOut[];
  @Out.timestamp({ nullable: true }) superseded_at: string | null;
  @Out.object(() => VersionAmendmentOut, { nullable: true, description: 'The amendment that replaced it.' })
  amendment: VersionAmendmentOut | null;
}

export function presentVersionItem(item: ItemRow): VersionItemOut {
  return {
    id: item.id,
    line_number: item.line_number,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit,
    unit_price: item.unit_price,
    vat_rate: item.vat_rate,
    vat_amount: item.vat_amount,
    total: item.total_amount,
  };
}
