import { InvoiceDetailResponse } from './answers';
import { InvoiceDetailResponseB, presentInvoiceB } from './form-b/answers';
import { presentInvoice } from './present';

/** An invoice as each form answers it, for all controllers of invoices. */
export const INVOICE = { a: InvoiceDetailResponse, b: InvoiceDetailResponseB };
export const INVOICE_IN_FORM = { a: presentInvoice, b: presentInvoiceB };
