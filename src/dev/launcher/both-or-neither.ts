/**
 * As Promise.all for two, but waits for the other when one fails: a server that it starts meanwhile must be known, and
 * so be stopped, before anything goes on.
 * @throws the reason of the first that failed
 */
export async function bothOrNeither<A, B>(both: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(both);
  return Promise.all(both);
}
