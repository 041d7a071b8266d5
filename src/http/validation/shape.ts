/** A request type. */
export type RequestType = abstract new () => object;

/** What a request type's property takes, as far as its outside can be looked at before anything is made of it. */
export type Shape =
  | { readonly kind: 'single' }
  | { readonly kind: 'list'; readonly max: number }
  | { readonly kind: 'object'; readonly type: () => RequestType }
  | { readonly kind: 'objects'; readonly type: () => RequestType; readonly max: number };

/** By the prototype of the class that declares them. */
const declared = new WeakMap<object, Map<string, Shape>>();
const known = new WeakMap<RequestType, ReadonlyMap<string, Shape>>();

/** States the shape of a property, beside what else is said of it; `Field` and `Parameter` do. */
export function Shaped(shape: Shape): PropertyDecorator {
  return (target, property) => {
    const shapes = declared.get(target) ?? new Map<string, Shape>();
    declared.set(target, shapes.set(property as string, shape));
  };
}

/** States that a property is one of the type's, where nothing else says so: one that only a rule of its own speaks of. */
export const Declared = (): PropertyDecorator => (target, property) => {
  if (!declared.get(target)?.has(property as string)) Shaped({ kind: 'single' })(target, property);
};

/** The properties that a request type declares, those of the classes it extends among them; a nearer one counts. */
export function shapesOf(type: RequestType): ReadonlyMap<string, Shape> {
  const before = known.get(type);
  if (before) return before;
  const shapes = new Map<string, Shape>();
  for (let at: unknown = type.prototype; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    for (const [name, shape] of declared.get(at) ?? []) if (!shapes.has(name)) shapes.set(name, shape);
  }
  known.set(type, shapes);
  return shapes;
}
