import type { Language } from '../../../common/messages';
import { PrintableDocument, html } from '../../../pdf';
import { isInForce } from '../../domain/lifecycle';
import { Figures } from './figures';
import { LABELS } from './labels';
import { linesTable, totals } from './lines-table';
import type { OrderView } from './order-view';
import { approvals, facts, heading, notes } from './sections';
import { style } from './style';
import { watermark } from './watermark';

/**
 * An order as a document to print: in English from left to right or in Arabic from right to left, with a watermark
 * unless the order is approved or completed. Every value of the view is shown as the text it is.
 */
export function orderDocument(view: OrderView, language: Language): PrintableDocument {
  const figures = new Figures(language, view.currency);
  const provisional = !isInForce(view.status);
  return {
    language,
    title: `${LABELS[language].title} ${view.poNumber}`,
    css: style(language, { poNumber: view.poNumber, tenantName: view.tenantName, provisional }),
    body: html`${provisional && watermark(language)} ${heading(view, language)} ${facts(view, language, figures)}
    ${linesTable(view, language, figures)} ${totals(view, language, figures)} ${notes(view, language)}
    ${approvals(view, language, figures)}`,
  };
}
