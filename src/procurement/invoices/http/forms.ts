import { InvoiceDetailOut } from './answers';
import { InvoiceDetailOutB } from './form-b/answers';
import { presentInvoiceB } from './form-b/present';
import { presentInvoice } from './present';

/** An invoice as each form answers it, for all controllers of invoices. */
export const INVOICE = { a: InvoiceDetailOut, b: InvoiceDetailOutB };
export const INVOICE_IN_FORM = { a: presentInvoice, b: presentInvoiceB };
