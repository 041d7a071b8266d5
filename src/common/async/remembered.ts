/**
 * Returns a function that computes a value at its first call. Later calls share the computation. After a failure the
 * next call computes again.
 */
export function remembered<T>(compute: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return async () => {
    const computed = (known ??= (async () => compute())());
    try {
      return await computed;
    } catch (error) {
      if (known === computed) known = undefined;
      throw error;
    }
  };
}
