import { Field, MAX_LINES } from '../../http';
import type { InvoiceInput, NewInvoiceInput } from '../domain/entry/input';
import {
  InvoiceChangesIn,
  invoiceChanges,
  InvoiceLineChangeIn,
  InvoiceLineIn,
  newInvoice,
  NewInvoiceIn,
} from '../http/requests';

/** A new invoice in Form A. */
export class CreateInvoiceIn extends NewInvoiceIn {
  @Field.objects(() => InvoiceLineIn, { min: 1, max: MAX_LINES })
  line_items: InvoiceLineIn[];

  toInput(): NewInvoiceInput {
    return newInvoice(this, { field: 'line_items', lines: this.line_items });
  }
}

/** Changes of an invoice in Form A. */
export class UpdateInvoiceIn extends InvoiceChangesIn {
  @Field.objects(() => InvoiceLineChangeIn, { optional: true, max: MAX_LINES })
  line_items?: InvoiceLineChangeIn[];

  toInput(): InvoiceInput {
    return invoiceChanges(this, this.line_items && { field: 'line_items', lines: this.line_items });
  }
}
