/**
 * Registers a handler for a promise, or for several, that a test awaits after other steps. If one of these steps fails,
 * a rejection of the promise does not end the process. The later `await` still throws it.
 * @returns its argument
 */
export function awaitedLater<T extends Promise<unknown> | readonly Promise<unknown>[]>(started: T): T {
  Promise.all([started].flat()).catch(() => undefined);
  return started;
}
