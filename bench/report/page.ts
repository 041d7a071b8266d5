import type { Estimate } from '../load/statistics';
import type { Growth } from '../load/sql-time';
import type { Pdf } from '../parts/pdf';
import type { Processes } from '../parts/processes';
import type { Throughput } from '../parts/throughput';
import type { Webhooks } from '../parts/webhooks';
import type { Chart } from './bars';

/** What `npm run bench` writes, as far as it is shown. A part that was not run is not there. */
export interface Results {
  readonly about: {
    readonly command: string;
    readonly date: string;
    readonly commit: string;
    readonly node: string;
    readonly cpus: number;
    readonly cpu?: string;
    readonly loadBefore: readonly number[];
  };
  readonly throughput?: Throughput;
  readonly growth?: readonly Growth[];
  readonly pdf?: Pdf;
  readonly webhooks?: Webhooks;
  readonly processes?: Readonly<Record<string, Processes>>;
}

/** At most so many times as long at a million orders as at a thousand, but for pages that are found by a search. */
const GROWTH_TARGET = 1.5;

/** The service against both baselines, the control beside it. */
export function throughputChart({ compared }: Throughput): Chart {
  return {
    title: 'Requests a second against the baselines: medians of paired slices, 95 % intervals',
    groups: Object.entries(compared).map(([name, found]) => ({
      label: `${name} ${found.undecided ? '(UNDECIDED)' : ''}`.trim(),
      bars: [
        { label: 'to bare', ...found.toBare, tone: found.undecided ? 'undecided' : 'service' },
        { label: 'to Express', ...found.toExpress, tone: found.undecided ? 'undecided' : 'second' },
        { label: 'A/A control', ...found.control, tone: 'control' },
      ],
    })),
    marks: [{ at: 1, label: 'even' }],
  };
}

/** PostgreSQL's time for the large tenant against that for the small one. */
export function growthChart(growth: readonly Growth[]): Chart {
  return {
    title: "PostgreSQL's time, the largest tenant against the smallest",
    groups: growth.map(({ title, ratio }) => ({ label: '', bars: [{ label: title, ...ratio, tone: 'service' }] })),
    // One report has a row for each vendor; beside it the others could not be told apart.
    most: 8,
    marks: [
      { at: 1, label: '1 x' },
      { at: GROWTH_TARGET, label: `${GROWTH_TARGET} x` },
    ],
  };
}

/** The figures as Markdown, with what they were made with. */
export function page({ about, throughput, growth, pdf, webhooks, processes }: Results): string {
  const made = `Made by \`${about.command}\` on ${about.date.slice(0, 10)} at commit ${about.commit}, Node ${about.node}, ${about.cpus} cores${about.cpu ? ` (${about.cpu})` : ''}, load before ${about.loadBefore.map((load) => load.toFixed(1)).join(', ')}.`;
  return [
    made,
    ...(throughput ? ['![Throughput](performance/throughput.svg)', ...throughputTables(throughput)] : []),
    ...(growth ? ['![Growth](performance/growth.svg)', growthTable(growth)] : []),
    ...(pdf ? [pdfTable(pdf)] : []),
    ...(webhooks ? [webhooksTable(webhooks)] : []),
    ...(processes ? [processesTable(processes)] : []),
  ].join('\n\n');
}

function throughputTables({ compared, alone, approve, openLoop, memory }: Throughput): string[] {
  const rows = Object.entries(compared).map(([name, found]) => [
    `${name}: ${found.title}`,
    ...['service', 'bare', 'express'].map((who) => whole(found.figures[who]?.rate)),
    ...[found.toBare, found.toExpress, found.control].map(interval),
    found.undecided ? 'UNDECIDED' : '',
  ]);
  const own = Object.entries(alone).map(([name, { title, figures }]) => [
    `${name}: ${title}`,
    whole(figures.rate),
    ...[figures.p50, figures.p99, figures.programCpu, figures.postgresCpu].map(short),
  ]);
  const served = Object.entries(compared).flatMap(
    ([
      name,
      {
        title,
        figures: { service },
      },
    ]) =>
      service
        ? [
            [
              `${name}: ${title}`,
              whole(service.rate),
              ...[service.p50, service.p99, service.programCpu, service.postgresCpu].map(short),
            ],
          ]
        : [],
  );
  const seventh = approve
    ? [['W7: approve an order with a budget', whole(approve.rate), short(approve.p50), short(approve.p99), '', '']]
    : [];
  return [
    table(['', 'service /s', 'bare /s', 'Express /s', 'to bare', 'to Express', 'A/A', ''], rows),
    table(
      ['The service', '/s', 'p50 ms', 'p99 ms', 'Node ms a request', 'PostgreSQL ms a request'],
      [...served, ...own, ...seventh],
    ),
    table(
      ['Open loop at half of that', '/s', 'p50 ms', 'p99 ms'],
      Object.entries(openLoop).map(([name, { rate, p50, p99 }]) => [name, whole(rate), short(p50), short(p99)]),
    ),
    table(
      ['Resident memory afterwards', 'MiB'],
      Object.entries(memory).map(([name, bytes]) => [name, whole(bytes / 2 ** 20)]),
    ),
  ];
}

function growthTable(growth: readonly Growth[]): string {
  return table(
    ['', 'small, ms of SQL', 'large, ms of SQL', 'ratio', 'request small, ms', 'request large, ms'],
    growth.map((row) => [
      row.title,
      short(row.small),
      short(row.large),
      interval(row.ratio),
      short(row.smallRequest),
      short(row.largeRequest),
    ]),
  );
}

function pdfTable({ renderer, bare, service, toBare, serviceToBare, control, undecided, alone }: Pdf): string {
  const told = undecided ? 'UNDECIDED' : '';
  return table(
    ['PDF of a page, two at a time', '/s', 'bare browser /s', 'to bare', 'A/A', ''],
    [
      [
        `the renderer (${short(alone)} ms a page, alone)`,
        short(renderer),
        short(bare),
        interval(toBare),
        interval(control),
        told,
      ],
      ['the service, over HTTP', short(service), short(bare), interval(serviceToBare), interval(control), told],
    ],
  );
}

function webhooksTable(found: Webhooks): string {
  const told = found.undecided ? 'UNDECIDED' : '';
  const row = (name: string, bare: number, ratio: Estimate): string[] => [
    name,
    whole(found.worker),
    whole(bare),
    interval(ratio),
    interval(found.control),
    short(found.processor),
    told,
  ];
  return table(
    [`Webhooks, ${found.inFlight} in flight`, 'worker /s', 'bare TLS loop /s', 'to bare', 'A/A', 'Node ms each', ''],
    [
      row('against a connection each', found.fresh, found.toFresh),
      row('against connections kept', found.kept, found.toKept),
    ],
  );
}

function processesTable(processes: Readonly<Record<string, Processes>>): string {
  return table(
    ['', 'one process /s', 'two processes /s', 'ratio'],
    Object.entries(processes).map(([name, { title, one, two, ratio }]) => [
      `${name}: ${title}`,
      whole(one?.rate),
      whole(two?.rate),
      interval(ratio),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const whole = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(0));
const short = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const interval = ({ median, low, high }: Estimate): string =>
  `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

const BEGIN = '<!-- figures: npm run bench:report -->';
const END = '<!-- /figures -->';

/**
 * Puts the figures into the document, between its two marks.
 * @throws Error when it has none
 */
export function insert(document: string, figures: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`The document has no ${BEGIN} and ${END}`);
  return `${document.slice(0, from + BEGIN.length)}\n\n${figures}\n\n${document.slice(to)}`;
}
