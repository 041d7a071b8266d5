import type { Subject } from '../load/pairs';
import { quantile } from '../load/statistics';
import type { Scale } from '../scale';
import { Approvals } from '../workloads/approvals';

export interface ApprovalFigures {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Orders that are approved in a slice of one second. */
const A_SECOND = 300;

/** W7: approvals, each reserving or committing money of a budget, over many tenants. */
export async function approvals({ loop }: Subject, scale: Scale): Promise<ApprovalFigures> {
  const work = new Approvals(scale.crowd);
  await work.prepare(loop, Math.ceil(A_SECOND * scale.sliceSeconds * scale.pairs * 0.5));
  const calls = [...work.take()];
  const latencies: number[] = [];
  const started = performance.now();
  const worker = async (): Promise<void> => {
    for (let call = calls.shift(); call; call = calls.shift()) {
      const at = performance.now();
      await loop.send([call]);
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: scale.connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { rate: latencies.length / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}
