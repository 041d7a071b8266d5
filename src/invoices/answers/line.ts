import { Out } from '../../http';

export class LineItemOut {
  @Out.id()
  id: number;

  @Out.integer()
  line_number: number;

  @Out.id({ nullable: true, description: 'The order line it bills: as named, else as matched.' })
  po_line_id: number | null;

  @Out.text()
  description: string;

  @Out.number()
  quantity: number;

  @Out.text({ nullable: true })
  unit: string | null;

  @Out.number()
  unit_price: number;

  @Out.number({ description: 'Percent.' })
  vat_rate: number;

  @Out.amount()
  vat_amount: number;

  @Out.amount({ description: 'VAT included.' })
  line_total: number;

  @Out.number({ description: 'Quantity that credit notes took off.' })
  credited_quantity: number;
}
