import cluster from 'node:cluster';

/** The message of a worker to the primary once it serves: from then on workers that end are replaced. */
export const SERVING = 'procurement:serving';

/** Tells the primary, if there is one, that this worker serves. Call it once all listeners are open. */
export function tellServing(): void {
  if (cluster.isWorker) process.send?.(SERVING);
}
