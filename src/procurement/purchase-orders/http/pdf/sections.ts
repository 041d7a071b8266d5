import type { Language } from '../../../../messages';
import { type Html, freeText, html } from '../../../../platform/pdf';
import type { Figures } from './figures';
import { LABELS, type Labels } from './labels';
import type { Named, OrderView, OrderViewApproval, OrderViewLine, OrderViewVendor } from './order-view';

export function heading(view: OrderView, language: Language): Html {
  const labels = LABELS[language];
  return html`<header>
    <p class="buyer">${isolated(view.tenantName)}</p>
    <div class="heading">
      <h1>${labels.title}</h1>
      <p>${isolated(view.poNumber)}</p>
      <span class="status ${view.status}">${labels.status[view.status]}</span>
    </div>
  </header>`;
}

export function facts(view: OrderView, language: Language, figures: Figures): Html {
  const labels = LABELS[language];
  return html`<div class="facts">
    <section>
      <h2>${labels.vendor}</h2>
      ${vendor(view.vendor, language)}
    </section>
    <section>
      <h2>${labels.deliverTo}</h2>
      ${block(view.deliveryAddress ?? '–')}
    </section>
    <section>
      <dl>
        ${[
          fact(labels.orderDate, figures.day(view.createdAt)),
          fact(labels.approvedOn, view.approvedAt && figures.day(view.approvedAt)),
          fact(labels.expectedDelivery, view.expectedDeliveryDate && figures.day(new Date(view.expectedDeliveryDate))),
          fact(labels.paymentTerms, paymentTerms(view.paymentTermsDays, language, figures)),
          fact(labels.currency, view.currency),
          fact(labels.department, view.department && nameOf(view.department, language)),
          fact(labels.project, view.project && nameOf(view.project, language)),
          fact(labels.requester, view.requester && nameOf(view.requester, language)),
        ]}
      </dl>
    </section>
  </div>`;
}

/** From this length, figures use a smaller font, so that the column of descriptions retains its width. */
const WIDE = 13;

/** The lines of the order. The headings repeat on every page. */
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
    <td class="line">${figure(String(line.lineNumber))}</td>
    <td class="description">${freeText(line.description)}</td>
    <td class="figure">
      ${figure(figures.quantity(line.quantity))} ${line.unit !== null && html`<small>${isolated(line.unit)}</small>`}
    </td>
    <td class="figure">${figure(figures.price(line.unitPrice))}</td>
    <td class="figure">${figure(figures.amount(line.net))}</td>
    <td class="figure">${figure(figures.amount(line.vat))}<small>${figure(figures.percent(line.vatRate))}</small></td>
    <td class="figure">${figure(figures.amount(line.total))}</td>
  </tr>`;
}

export function totals(view: OrderView, language: Language, figures: Figures): Html {
  const labels = LABELS[language];
  const money = (value: OrderView['totalAmount']): Html => figure(`${view.currency} ${figures.amount(value)}`);
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

export function notes(view: OrderView, language: Language): Html | null {
  if (!view.notes) return null;
  return html`<section class="remarks">
    <h2>${LABELS[language].notes}</h2>
    ${block(view.notes)}
  </section>`;
}

export function approvals(view: OrderView, language: Language, figures: Figures): Html | null {
  if (view.approvals.length === 0) return null;
  const labels = LABELS[language];
  return html`<section class="approvals">
    <h2>${labels.approvals}</h2>
    <table>
      <thead>
        <tr>
          <th>${labels.step}</th>
          <th>${labels.approver}</th>
          <th>${labels.decision}</th>
          <th>${labels.date}</th>
          <th>${labels.comments}</th>
        </tr>
      </thead>
      <tbody>
        ${view.approvals.map(
          (row) =>
            html`<tr>
              <td>${figure(String(row.step))}</td>
              <td>${approver(row, labels)}</td>
              <td class="fixed">${labels.approvalStatus[row.status]}</td>
              <td class="fixed">${row.decidedAt && isolated(figures.day(row.decidedAt))}</td>
              <td>${row.comments && block(row.comments)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function approver({ approver: who, onBehalfOf }: OrderViewApproval, labels: Labels): Html {
  const name = Object.hasOwn(labels.roles, who) ? (labels.roles[who] ?? who) : who;
  return html`${isolated(name)} ${onBehalfOf !== null && html`${labels.onBehalfOf} ${isolated(onBehalfOf)}`}`;
}

/** Both names, with the one in the document's language first, and contact details. */
function vendor(of: OrderViewVendor, language: Language): Html {
  const labels = LABELS[language];
  const [first, second] = language === 'ar' && of.nameAr ? [of.nameAr, of.name] : [of.name, of.nameAr];
  return html`<p class="name">${isolated(first)}</p>
    ${second !== null && html`<p>${isolated(second)}</p>`} ${of.address !== null && block(of.address)}
    ${[
      contact(labels.attention, of.contactName),
      contact(null, of.phone),
      contact(null, of.email),
      contact(labels.vatNumber, of.vatNumber),
      contact(labels.crNumber, of.crNumber),
    ]}`;
}

function contact(label: string | null, value: string | null): Html {
  return value === null ? html`` : html`<p class="muted">${label} ${isolated(value)}</p>`;
}

function fact(label: string, value: string | null): Html {
  return value === null
    ? html``
    : html`<dt>${label}</dt>
        <dd>${isolated(value)}</dd>`;
}

function paymentTerms(days: number | null, language: Language, figures: Figures): string | null {
  if (days === null) return null;
  return days === 0 ? LABELS[language].immediate : figures.days(days);
}

function nameOf(named: Named, language: Language): string {
  const name = language === 'ar' && named.nameAr ? named.nameAr : named.name;
  return named.code ? `${name} (${named.code})` : name;
}

function figure(value: string): Html {
  return html`<bdi dir="ltr">${value}</bdi>`;
}

/** A value whose text direction is isolated from its surroundings. */
function isolated(value: string): Html {
  return html`<bdi>${freeText(value)}</bdi>`;
}

/** Multi-line text. Each line has its own direction. */
function block(value: string): Html {
  return html`<p class="text">${freeText(value)}</p>`;
}
