import { InvoiceDetailOut } from './answers';
import { InvoiceDetailOutB, presentInvoiceB } from './form-b/answers';
import { presentInvoice } from './present';

/** An invoice as each form answers it, for all controllers of invoices. */
export const INVOICE = { a: InvoiceDetailOut, b: InvoiceDetailOutB };
export const INVOICE_IN_FORM = { a: presentInvoice, b: presentInvoiceB };
