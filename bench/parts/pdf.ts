import { Logger } from '@nestjs/common';
import { isRoot } from '../../tools/servers/unprivileged';
import type { PrintableDocument } from '../../src/platform/pdf';
import { orderDocument } from '../../src/procurement/purchase-orders/http/pdf/order-document';
import { orderView } from '../../test/support/pdf/orders';
import { ClosedLoop } from '../load/closed-loop';
import { pairedRates } from '../load/rates';
import { type Estimate, median } from '../load/statistics';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';
import { getting } from '../workloads/calls';
import { bareBrowser, PARALLEL, type Printer, serviceRenderer, together } from '../workloads/pages';

/** Pages a second, two at a time, but for {@link alone}. */
export interface Pdf {
  /** The service's renderer. */
  readonly renderer: number;
  /** A loop over warm pages that prints the same HTML. */
  readonly bare: number;
  /** The whole service over HTTP: an order of the seed, which is one page too. */
  readonly service: number;
  readonly toBare: Estimate;
  readonly serviceToBare: Estimate;
  /** The control: a second bare browser against the first, which ought to be 1. */
  readonly control: Estimate;
  readonly undecided: boolean;
  /** Milliseconds of one page of the renderer's, alone, the median. */
  readonly alone: number;
}

/** Documents before the first slice: V8 and Chromium both compile what is hot. */
const WARMING = 20;

/** Measures the renderer beside a bare loop with the same browser, and the whole service over HTTP. */
export async function pdf(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Pdf> {
  Logger.overrideLogger(false);
  const document: PrintableDocument = orderDocument(orderView(), 'en');
  const renderer = serviceRenderer();
  const opened: Printer[] = [renderer];
  const loops: ClosedLoop[] = [];
  try {
    const bare = await bareBrowser(document);
    opened.push(bare);
    const control = await bareBrowser(document);
    opened.push(control);
    // As root Chromium runs without its sandbox, as the other two printers do.
    const program = await stage.service('pdf', 1, { PDF_ALLOW_NO_SANDBOX: String(isRoot) });
    const loop = new ClosedLoop(program.address, PARALLEL);
    loops.push(loop);
    const call = getting(scale.small, `/v1/purchase-orders/${COMPLETED}/pdf`);
    const printing = (printer: Printer, pages: number): Promise<number> =>
      together(pages, () => printer.print(document));
    const serving = async (pages: number): Promise<number> => {
      const started = performance.now();
      await loop.send(Array.from({ length: pages }, () => call()));
      return (pages * 1000) / (performance.now() - started);
    };
    for (const printer of opened) await printing(printer, WARMING);
    await serving(WARMING);
    const paired = await pairedRates(
      {
        renderer: () => printing(renderer, scale.pdfPages),
        bare: () => printing(bare, scale.pdfPages),
        control: () => printing(control, scale.pdfPages),
        service: () => serving(scale.pdfPages),
      },
      scale.pairs,
    );
    const aa = paired.ratio('control', 'bare');
    const found: Pdf = {
      renderer: paired.rate('renderer'),
      bare: paired.rate('bare'),
      service: paired.rate('service'),
      toBare: paired.ratio('renderer', 'bare'),
      serviceToBare: paired.ratio('service', 'bare'),
      control: aa,
      undecided: aa.low < 0.9 || aa.high > 1.1,
      alone: await aloneOf(renderer, document, scale.pdfPages),
    };
    say(
      `PDF ${found.renderer.toFixed(1)}/s, bare ${found.bare.toFixed(1)}/s, over HTTP ${found.service.toFixed(1)}/s; to bare ${shown(found.toBare)}, A/A ${shown(aa)}${found.undecided ? ' UNDECIDED' : ''}`,
    );
    await program.stop();
    return found;
  } finally {
    await Promise.all([...loops, ...opened].map((each) => each.close()));
  }
}

/** An order of the seed that is completed: it has approvals and no watermark. */
const COMPLETED = 11;

async function aloneOf(renderer: Printer, document: PrintableDocument, pages: number): Promise<number> {
  const took: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    const started = performance.now();
    await renderer.print(document);
    took.push(performance.now() - started);
  }
  return median(took);
}

const shown = ({ median: middle, low, high }: Estimate): string =>
  `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
