import type { Language } from '../../../common/messages';
import { Html, html } from '../../../pdf';
import type { Figures } from './figures';
import { LABELS } from './labels';
import type { OrderView, OrderViewLine } from './order-view';
import { isolated } from './sections';

/** From this many characters on, figures are set small so that the descriptions keep their width. */
const WIDE = 13;

/** The lines of the order. Their headings repeat on every page. */
export function linesTable(view: OrderView, language: Language, figures: Figures): Html {
  const labels = LABELS[language];
  const wide = [view.totalAmount, ...view.lines.map((line) => line.unitPrice)].some(
    (value) => figures.price(value).length >= WIDE,
  );
  return html`<table class="lines ${wide && 'wide'}">
    <thead>
      <tr>
        <th>#</th>
        <th>${labels.description}</th>
        <th class="figure">${labels.quantity}</th>
        <th class="figure">${labels.unitPrice}</th>
        <th class="figure">${labels.net}</th>
        <th class="figure">${labels.vat}</th>
        <th class="figure">${labels.total}</th>
      </tr>
    </thead>
    <tbody>
      ${view.lines.map((line) => row(line, figures))}
    </tbody>
  </table>`;
}

function row(line: OrderViewLine, figures: Figures): Html {
  return html`<tr>
    <td class="line">${isolated(String(line.lineNumber))}</td>
    <td class="description">${line.description}</td>
    <td class="figure">
      ${isolated(figures.quantity(line.quantity))} ${line.unit !== null && html`<small>${isolated(line.unit)}</small>`}
    </td>
    <td class="figure">${isolated(figures.price(line.unitPrice))}</td>
    <td class="figure">${isolated(figures.amount(line.net))}</td>
    <td class="figure">
      ${isolated(figures.amount(line.vat))}<small>${isolated(figures.percent(line.vatRate))}</small>
    </td>
    <td class="figure">${isolated(figures.amount(line.total))}</td>
  </tr>`;
}

/** What it all comes to. */
export function totals(view: OrderView, language: Language, figures: Figures): Html {
  const labels = LABELS[language];
  const money = (value: OrderView['totalAmount']): Html => isolated(`${view.currency} ${figures.amount(value)}`);
  return html`<div class="totals">
    <dl>
      <dt>${labels.subtotal}</dt>
      <dd>${money(view.subtotal)}</dd>
      <dt>${labels.vatTotal}</dt>
      <dd>${money(view.vatAmount)}</dd>
      <dt class="grand">${labels.grandTotal}</dt>
      <dd class="grand">${money(view.totalAmount)}</dd>
    </dl>
  </div>`;
}
