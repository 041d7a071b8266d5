import { INITIAL_STATUS, DELIVERY_LIFECYCLE } from '../../src/integration/webhooks/domain/delivery-lifecycle';
import { BUDGET_LIFECYCLE } from '../../src/procurement/budgets/domain/lifecycle';
import { RECEIPT_LIFECYCLE } from '../../src/procurement/goods-receipts/domain/receipt';
import { INVOICE_LIFECYCLE } from '../../src/procurement/invoices/domain/lifecycle';
import { ORDER_LIFECYCLE } from '../../src/procurement/purchase-orders/domain/lifecycle';
import { VENDOR_LIFECYCLE } from '../../src/procurement/vendors/domain/lifecycle';
import type { LifecycleTable } from '../../src/common/records/lifecycle';

/** A graph in Graphviz' language, with a text alternative. */
interface Picture {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** Statements of the graph. */
  readonly lines: readonly string[];
}

const STATES: readonly States[] = [
  { file: 'purchase-order-states', title: 'The states of a purchase order', table: ORDER_LIFECYCLE, initial: 'draft' },
  { file: 'goods-receipt-states', title: 'The states of a goods receipt', table: RECEIPT_LIFECYCLE, initial: 'posted' },
  { file: 'invoice-states', title: 'The states of an invoice', table: INVOICE_LIFECYCLE, initial: 'draft' },
  { file: 'budget-states', title: 'The states of a budget', table: BUDGET_LIFECYCLE, initial: 'draft' },
  { file: 'vendor-states', title: 'The states of a vendor', table: VENDOR_LIFECYCLE, initial: 'active' },
  {
    file: 'delivery-states',
    title: "The states of a webhook's delivery",
    table: DELIVERY_LIFECYCLE,
    initial: INITIAL_STATUS,
  },
];

/** The steps of a purchase, each an operation of the API. */
const PURCHASE = [
  { asks: 'POST /purchase-orders', then: 'A draft order' },
  { asks: 'POST /purchase-orders/{id}/submit', then: 'Pending approval;\nthe budget reserves the amount' },
  { asks: 'POST /purchase-orders/{id}/approve', then: 'Approved; the budget commits the amount' },
  { asks: 'POST /purchase-orders/{id}/goods-receipts', then: 'A goods receipt is posted' },
  { asks: 'POST /invoices', then: 'A draft invoice of the vendor' },
  { asks: 'POST /invoices/{id}/submit', then: 'Matched with order and receipt' },
  {
    asks: 'POST /invoices/{id}/approve',
    then: 'Approved; the budget spends the amount. The order is\ncompleted when everything is received and billed',
  },
  {
    asks: 'POST /invoices/{id}/payments',
    then: 'Paid',
  },
] as const;

function purchasePicture(operations: ReadonlySet<string>): Picture {
  const missing = PURCHASE.filter(({ asks }) => !operations.has(asks));
  if (missing.length > 0) throw new Error(`The picture names what is no operation: ${JSON.stringify(missing)}`);
  const lines = PURCHASE.flatMap(({ asks, then }, at) => [
    `${quoted(then)} [margin="0.2,0.1"]`,
    ...(at === 0
      ? ['begin [shape=point, width=0.12]', `begin -> ${quoted(then)} [label=${quoted(` ${asks}`)}]`]
      : [`${quoted(PURCHASE[at - 1]?.then ?? '')} -> ${quoted(then)} [label=${quoted(` ${asks}`)}]`]),
  ]);
  return {
    file: 'purchase',
    title: 'From an order to its payment',
    description: PURCHASE.map(({ asks, then }) => `${asks}: ${then.replace(/\n/g, ' ')}.`).join(' '),
    lines,
  };
}

/** @param operations the operations of the API: `GET /vendors` */
export async function pictures(operations: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const drawn = new Map<string, string>();
  for (const picture of [...STATES.map(statesPicture), purchasePicture(operations)]) {
    drawn.set(`${picture.file}.svg`, await draw(picture));
  }
  return drawn;
}

interface States {
  readonly file: string;
  readonly title: string;
  readonly table: LifecycleTable<string, string>;
  /** Initial status. */
  readonly initial: string;
}

/** Draws a box for each status, and an arrow with its actions for each transition. */
function statesPicture({ file, title, table, initial }: States): Picture {
  const moves = Object.entries(table).flatMap(([action, ways]) =>
    Object.entries(ways).map(([from, to]) => ({ action, from, to: String(to) })),
  );
  const arrows = new Map<string, string[]>();
  const staying = new Map<string, string[]>();
  for (const { action, from, to } of moves) {
    if (from === to) staying.set(from, [...(staying.get(from) ?? []), action]);
    else arrows.set(`${from} ${to}`, [...(arrows.get(`${from} ${to}`) ?? []), action]);
  }
  const statuses = [...new Set([initial, ...moves.flatMap(({ from, to }) => [from, to])])];
  const lines = [
    'begin [shape=point, width=0.12]',
    `begin -> ${quoted(initial)}`,
    ...statuses.map((status) => `${quoted(status)} [class=state, label=${labelOf(status, staying.get(status) ?? [])}]`),
    ...[...arrows].map(([way, actions]) => {
      const [from = '', to = ''] = way.split(' ');
      return `${quoted(from)} -> ${quoted(to)} [label=${quoted(actions.map(words).join('\n'))}]`;
    }),
  ];
  const description = moves
    .filter(({ from, to }) => from !== to)
    .map(({ action, from, to }) => `${words(action)}: ${from} to ${to}`);
  return { file, title, description: `Begins as ${initial}. ${description.join('; ')}.`, lines };
}

/** The status, followed by actions that do not change it. */
function labelOf(status: string, actions: readonly string[]): string {
  const rows: string[] = [];
  for (let at = 0; at < actions.length; at += 3)
    rows.push(
      actions
        .slice(at, at + 3)
        .map(words)
        .join(', '),
    );
  return quoted([status, ...rows].join('\n'));
}

/** `approve_step` becomes "approve step". */
const words = (action: string): string => action.replace(/_/g, ' ');

/** Repeats rules of the guide's style sheet, for pictures shown on their own. */
const STYLE = `<style>
.node text{font-size:13px}.edge text,.state text~text{font-size:11px}.state text:first-of-type{font-weight:600}
.node path,.node polygon{fill:#eaf2fb;stroke:#2f6fb3}.edge path{stroke:#57606a}.edge polygon,.node ellipse{fill:#57606a;stroke:#57606a}text{fill:#1f2328}
@media(prefers-color-scheme:dark){.node path,.node polygon{fill:#16283c;stroke:#6cb2ff}.edge path{stroke:#9da7b1}.edge polygon,.node ellipse{fill:#9da7b1;stroke:#9da7b1}text{fill:#e6edf3}}
</style>`;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** Readable on light and dark backgrounds. Boxes have extra space, because the reader's font differs from Graphviz'. */
async function draw({ file, title, description, lines }: Picture): Promise<string> {
  // Only available as an ES module.
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  const svg = viz.renderString(
    `digraph {
      bgcolor=transparent; rankdir=TB; nodesep=0.35; ranksep=0.45; margin=0
      node [shape=box, style=rounded, fontname=Helvetica, fontsize=15, margin="0.16,0.08", height=0.4]
      edge [fontname=Helvetica, fontsize=12.5, arrowsize=0.7]
      ${lines.join('\n')}
    }`,
    { format: 'svg' },
  );
  const id = file.replace(/\W+/g, '-');
  const size = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '';
  const [, , width = ''] = size.split(' ');
  const drawn = svg
    .slice(svg.indexOf('<g '), svg.lastIndexOf('</svg>'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/<title>[\s\S]*?<\/title>\n?/g, '')
    .replace(/ id="[^"]*"/g, '')
    .replace(/ font-(family|size)="[^"]*"/g, '')
    .replace(/ (fill|stroke)="(black|none|transparent)"/g, (whole: string, name: string, colour: string) =>
      name === 'fill' && colour === 'none' ? whole : '',
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}" width="${Math.ceil(Number(width))}" role="img" aria-labelledby="${id}-title ${id}-desc" font-family="system-ui,Helvetica,Arial,sans-serif">
<title id="${id}-title">${escaped(title)}</title>
<desc id="${id}-desc">${escaped(description)}</desc>
${STYLE}
${drawn.trim()}
</svg>
`;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
