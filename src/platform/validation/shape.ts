export type RequestType = abstract new () => object;

/** The shape of a property of a request type, checked before the value is built or validated. */
export type Shape =
  | { readonly kind: 'single' }
  | { readonly kind: 'list'; readonly max: number }
  | { readonly kind: 'object'; readonly type: () => RequestType }
  | { readonly kind: 'objects'; readonly type: () => RequestType; readonly max: number };

/** Shapes by the prototype of the declaring class. */
const declared = new WeakMap<object, Map<string, Shape>>();
const known = new WeakMap<RequestType, ReadonlyMap<string, Shape>>();

/** Declares a property of a request type with its shape. Usually applied by `Field` and `Parameter`. */
export function Shaped(shape: Shape): PropertyDecorator {
  return (target, property) => {
    const shapes = declared.get(target) ?? new Map<string, Shape>();
    declared.set(target, shapes.set(property as string, shape));
  };
}

/** Declares a property that has only `Rules`, without `Field` or `Parameter`. */
export const Declared = (): PropertyDecorator => (target, property) => {
  if (!declared.get(target)?.has(property as string)) Shaped({ kind: 'single' })(target, property);
};

/** The declared and inherited properties of a request type with their shapes; subclasses override. */
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
