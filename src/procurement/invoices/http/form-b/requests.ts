import { invalidField } from '../../../../common/errors';
import { Field, MAX_LINES } from '../../../../platform/http';
import type { InvoiceInput, NewInvoiceInput } from '../../domain/entry/header';
import {
  invoiceChanges,
  InvoiceChangesDto,
  InvoiceLineChangeDto,
  InvoiceLineDto,
  type NamedLines,
  newInvoice,
  NewInvoiceDto,
} from '../requests';

/** A new invoice in Form B. */
export class CreateInvoiceDtoB extends NewInvoiceDto {
  @Field.objects(() => InvoiceLineDto, { min: 1, max: MAX_LINES }) lines: InvoiceLineDto[];

  /** @throws DomainError VALIDATION_ERROR when it names two different orders */
  toInput(): NewInvoiceInput {
    return newInvoice(this, { field: 'lines', lines: this.lines });
  }
}

/** Changes of an invoice in Form B, whose lines may go by either form's name. */
export class UpdateInvoiceDtoB extends InvoiceChangesDto {
  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES }) lines?: InvoiceLineChangeDto[];

  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES, description: 'The same as lines.' })
  line_items?: InvoiceLineChangeDto[];

  /** @throws DomainError VALIDATION_ERROR when it gives its lines twice */
  toInput(): InvoiceInput {
    return invoiceChanges(this, this.namedLines());
  }

  private namedLines(): NamedLines<InvoiceLineChangeDto> | undefined {
    const { lines, line_items } = this;
    if (lines && line_items) throw invalidField('line_items', 'invoice.lines_twice');
    if (line_items) return { field: 'line_items', lines: line_items };
    return lines && { field: 'lines', lines };
  }
}
