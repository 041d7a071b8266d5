import { Logger } from '@nestjs/common';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PdfRenderer } from '../src/pdf';
import { orderDocument } from '../src/purchase-orders/pdf/order-document';
import { orderView } from '../test/support/pdf/orders';

/** Documents of a page each: rendered one after the other, two at a time, and for the growth of memory. */
const ALONE = 50;
const TOGETHER = 200;
const GROWTH = 1_000;

/** As the service does: two at a time. */
const PARALLEL = 2;

/** Renders a page of an order again and again, and prints what it took: `node bench/run.cjs pdf`. */
async function main(): Promise<void> {
  Logger.overrideLogger(false);
  const renderer = new PdfRenderer({
    configured: undefined,
    searchPath: process.env['PATH'] ?? '',
    parallel: PARALLEL,
    queueLimit: PARALLEL,
    deadlineMs: 60_000,
  });
  const print = (): Promise<unknown> => renderer.render(orderDocument(orderView(), 'en'));
  try {
    await together(20, print);
    const alone: number[] = [];
    for (let each = 0; each < ALONE; each++) alone.push(await milliseconds(print));
    const seconds = (await milliseconds(() => together(TOGETHER, print))) / 1000;
    const before = memory();
    await together(GROWTH, print);
    const after = memory();
    console.log(
      JSON.stringify(
        {
          warm_ms: { median: middle(alone), slowest: Math.max(...alone) },
          per_second: TOGETHER / seconds,
          documents: GROWTH,
          heap_mib: [before.heap, after.heap],
          resident_mib: [before.resident, after.resident],
        },
        rounded,
      ),
    );
  } finally {
    await renderer.onApplicationShutdown();
  }
}

/** As many at a time as the renderer takes. */
async function together(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** This process's memory after a collection, in MiB; the browser's is its own. */
function memory(): { readonly heap: number; readonly resident: number } {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 };
}

function middle(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}

void main();
