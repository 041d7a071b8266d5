import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { NamedFields } from './named-fields';
import { decoded } from './rules';
import { shapesOf, type RequestType, type Shape } from './shape';

export type Plain = Readonly<Record<string, unknown>>;

/**
 * Makes a request type of parsed JSON, or of a query, and names what does not fit.
 *
 * It goes from object to object itself. Of each, class-transformer and class-validator see what the request type declares
 * and no more: its own fields, each a scalar or a list of scalars that is no longer than it may be. So nothing that
 * either does grows faster than the body (class-transformer compares the keys of an object each with each), a
 * key that means something to JavaScript (`__proto__`, `constructor`) reaches neither, and of a list that is too long no
 * element is built.
 */
export class InputBuilder {
  constructor(
    private readonly where: 'body' | 'query',
    private readonly named: NamedFields,
  ) {}

  /**
   * One step for each object, so that whoever drives it can let others take their turn in between. Its recursion is as
   * deep as request types lie in each other, whatever was sent.
   * @param path of the object, dotted; empty for the whole
   */
  *build(value: Plain, type: RequestType, path: string): Generator<void, object> {
    yield;
    const inside: [string, Shape][] = [];
    const fields: Record<string, unknown> = {};
    const aside: Record<string, unknown> = {};
    const shapes = shapesOf(type);
    for (const name of Object.keys(value)) {
      const shape = shapes.get(name);
      if (!shape) this.refuse(within(path, name));
      else if (isTaken(value[name], shape)) fields[name] = value[name];
      else {
        // Its rule looks at it as it came; it goes on from there only if the rule has nothing to say of its outside.
        aside[name] = value[name];
        if (this.where === 'query') this.named.add(within(path, name), { key: 'validation.given_once' });
        if (hasInside(value[name], shape)) inside.push([name, shape]);
      }
    }
    const input = plainToInstance(type as new () => object, fields, { enableCircularCheck: false });
    Object.assign(input, aside);
    this.validate(input, path);
    for (const [name, shape] of inside) {
      if (shape.kind !== 'object' && shape.kind !== 'objects') continue;
      Object.assign(input, { [name]: yield* this.inside(value[name], shape.type(), within(path, name)) });
    }
    return input;
  }

  private *inside(value: unknown, type: RequestType, path: string): Generator<void, unknown> {
    if (!Array.isArray(value)) return yield* this.build(value as Plain, type, path);
    const built: unknown[] = [];
    for (const [index, one] of (value as unknown[]).entries()) {
      const at = within(path, String(index));
      if (isObject(one)) built.push(yield* this.build(one, type, at));
      else if (one !== null) this.named.add(at, { key: 'validation.object' });
    }
    return built;
  }

  private validate(input: object, path: string): void {
    const errors = validateSync(input, {
      // A request type without fields is one too: the body of an action that takes none.
      forbidUnknownValues: false,
      validationError: { target: false, value: false },
    });
    for (const { property, constraints = {} } of errors) {
      // A value of the wrong type fails every constraint; saying the first, the type, is enough.
      const [first] = Object.entries(constraints).sort(([one]) => (one === 'rule' ? -1 : 1));
      if (first) this.named.add(within(path, property), decoded(first[1]));
    }
  }

  private refuse(path: string): void {
    this.named.add(path, { key: this.where === 'body' ? 'validation.unknown_field' : 'validation.unknown_parameter' });
  }
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isObject = (value: unknown): value is Plain => !isScalar(value) && !Array.isArray(value);

/** Whether class-transformer may have it: a scalar, or as many of them as the field may hold. */
function isTaken(value: unknown, shape: Shape): boolean {
  if (isScalar(value)) return true;
  return shape.kind === 'list' && Array.isArray(value) && value.length <= shape.max && value.every(isScalar);
}

/** Whether there are objects in it that have a type, no more of them than the field may hold. */
function hasInside(value: unknown, shape: Shape): boolean {
  if (shape.kind === 'object') return isObject(value);
  if (shape.kind !== 'objects') return false;
  return isObject(value) || (Array.isArray(value) && value.length <= shape.max);
}
