/** Computes the value at the first call; later calls share it. After a failure the next call computes again. */
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
