export type RequestType = abstract new () => object;

/** What kind of value a property of a request type takes: all that is checked before the value is built or validated. */
export type Shape =
  | { readonly kind: 'single' }
  | { readonly kind: 'list'; readonly max: number }
  | { readonly kind: 'object'; readonly type: () => RequestType }
  | { readonly kind: 'objects'; readonly type: () => RequestType; readonly max: number };

/** Shapes by the prototype of the class that declares them. */
const declared = new WeakMap<object, Map<string, Shape>>();
const known = new WeakMap<RequestType, ReadonlyMap<string, Shape>>();

/** Declares a property of a request type and its shape. `Field` and `Parameter` apply it; few others need to. */
export function Shaped(shape: Shape): PropertyDecorator {
  return (target, property) => {
    const shapes = declared.get(target) ?? new Map<string, Shape>();
    declared.set(target, shapes.set(property as string, shape));
  };
}

/** Declares a property that has neither `Field` nor `Parameter`, only rules of its own. */
export const Declared = (): PropertyDecorator => (target, property) => {
  if (!declared.get(target)?.has(property as string)) Shaped({ kind: 'single' })(target, property);
};

/** The properties that a request type declares or inherits, with their shapes; a subclass' own shape overrides. */
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
