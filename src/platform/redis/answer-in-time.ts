/**
 * What Redis answers, if it does so in time. ioredis's own `commandTimeout` measures this process as well: when work has
 * held its loop, timers run before sockets are read, and an answer that has long arrived counts as missing. Here what
 * has arrived is read first, so that a burst of requests does not make every instance count for itself.
 * @param patience milliseconds
 * @throws Error when there is no answer, or whatever the command fails with
 */
export async function answerInTime<T>(asked: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`Redis did not answer within ${patience} ms`));
    timer = setTimeout(() => setImmediate(giveUp), patience);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
