import cluster from 'node:cluster';

/** What one of several processes tells the primary once it serves: from then on one that ends is replaced. */
export const SERVING = 'procurement:serving';

/** To be called once all listeners are open. */
export function tellServing(): void {
  if (cluster.isWorker) process.send?.(SERVING);
}
