const PARAMETER = /^:\w+$/;

/** The methods and paths that Nest has mounted, so that a 405 can name the methods of its path. */
export class RouteTable {
  private readonly routes: { readonly method: string; readonly segments: readonly string[] }[] = [];

  /** @param path as controllers write it: `/v1/vendors/:id` */
  add(method: string, path: string): void {
    this.routes.push({ method, segments: path.split('/') });
  }

  /** The methods that a path answers, sorted; HEAD wherever there is GET. None for a path that nothing answers. */
  methodsOf(path: string): string[] {
    const given = path.split('/');
    const methods = new Set(this.routes.filter(({ segments }) => fits(given, segments)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}

/** Whether a path matches a route: letter for letter, as Express is set to match; a parameter takes any segment but an empty one. */
function fits(given: readonly string[], segments: readonly string[]): boolean {
  return (
    given.length === segments.length &&
    segments.every((segment, at) => (PARAMETER.test(segment) ? given[at] !== '' : given[at] === segment))
  );
}
