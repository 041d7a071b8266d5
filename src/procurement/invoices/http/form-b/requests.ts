import { invalidField } from '../../../../common/errors';
import { Field, MAX_LINES } from '../../../../platform/http';
import type { InvoiceInput, NewInvoiceInput } from '../../domain/entry/header';
import {
  invoiceChanges,
  InvoiceChangesIn,
  InvoiceLineChangeIn,
  InvoiceLineIn,
  type NamedLines,
  newInvoice,
  NewInvoiceIn,
} from '../requests';

/** A new invoice in Form B. */
export class CreateInvoiceInB extends NewInvoiceIn {
  @Field.objects(() => InvoiceLineIn, { min: 1, max: MAX_LINES }) lines: InvoiceLineIn[];

  /** @throws DomainError VALIDATION_ERROR when it names two different orders */
  toInput(): NewInvoiceInput {
    return newInvoice(this, { field: 'lines', lines: this.lines });
  }
}

/** Changes of an invoice in Form B, whose lines may go by either form's name. */
export class UpdateInvoiceInB extends InvoiceChangesIn {
  @Field.objects(() => InvoiceLineChangeIn, { optional: true, max: MAX_LINES }) lines?: InvoiceLineChangeIn[];

  @Field.objects(() => InvoiceLineChangeIn, { optional: true, max: MAX_LINES, description: 'The same as lines.' })
  line_items?: InvoiceLineChangeIn[];

  /** @throws DomainError VALIDATION_ERROR when it gives its lines twice */
  toInput(): InvoiceInput {
    return invoiceChanges(this, this.namedLines());
  }

  private namedLines(): NamedLines<InvoiceLineChangeIn> | undefined {
    const { lines, line_items } = this;
    if (lines && line_items) throw invalidField('line_items', 'invoice.lines_twice');
    if (line_items) return { field: 'line_items', lines: line_items };
    return lines && { field: 'lines', lines };
  }
}
