import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Slices } from '../../common/async/slices';
import { NamedFields } from './input-error';
import { type RequestType, shapesOf, type Shape } from './shape';
import { isAccepted } from './rules/accepted';
import { messageOf } from './rules/rules';

/**
 * Converts a body or query to its request type, and rejects faults by field: 422 for a body, 400 for a query.
 * Undeclared fields are rejected too, because an ignored typing error could cost money.
 * @throws DomainError VALIDATION_ERROR (body) or BAD_REQUEST (query) with at most a hundred fields
 */
export async function readInput(where: 'body' | 'query', type: RequestType, value: unknown): Promise<object> {
  const named = new NamedFields();
  const slices = new Slices();
  const steps = new InputBuilder(where, named).build((value ?? {}) as Plain, type, '');
  while (!named.leavesSomeOut) {
    const step = steps.next();
    if (step.done && named.isEmpty) return step.value;
    if (step.done) break;
    if (slices.isOver) await slices.pause();
  }
  throw named.refusal(where);
}

type Plain = Readonly<Record<string, unknown>>;

/**
 * Builds a request type from parsed JSON or a query, and collects its faults by field. It traverses nested objects
 * itself. For each object, class-transformer and class-validator get only declared fields that are scalars, or lists of
 * scalars within their maximum length. Therefore:
 * - Their work is linear in the size of the body (class-transformer compares all keys of an object with each other).
 * - Keys with a meaning in JavaScript (`__proto__`, `constructor`) never reach them.
 * - A list that is too long is not built.
 */
class InputBuilder {
  constructor(
    private readonly where: 'body' | 'query',
    private readonly named: NamedFields,
  ) {}

  /**
   * A generator with one step per object, so that the caller can let other requests run in between. Its recursion depth
   * is that of the request types, independent of the input.
   * @param path dotted path of the object; empty for the whole input
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
        // Its rule gets the original value. Objects inside it are built only if their number is permitted.
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
    if (isAccepted(input)) return;
    const errors = validateSync(input, {
      // Permits request types without fields, such as the empty body of an action.
      forbidUnknownValues: false,
      validationError: { target: false, value: false },
    });
    for (const error of errors) {
      const { property } = error;
      this.named.add(within(path, property), messageOf(error, (input as Plain)[property]));
    }
  }

  private refuse(path: string): void {
    this.named.add(path, { key: this.where === 'body' ? 'validation.unknown_field' : 'validation.unknown_parameter' });
  }
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isObject = (value: unknown): value is Plain => !isScalar(value) && !Array.isArray(value);

/** Whether class-transformer gets the value: a scalar, or a list of scalars within the field's maximum. */
function isTaken(value: unknown, shape: Shape): boolean {
  if (isScalar(value)) return true;
  return shape.kind === 'list' && Array.isArray(value) && value.length <= shape.max && value.every(isScalar);
}

/** Whether the value contains objects of a request type, within the field's maximum. */
function hasInside(value: unknown, shape: Shape): boolean {
  if (shape.kind === 'object') return isObject(value);
  if (shape.kind !== 'objects') return false;
  return isObject(value) || (Array.isArray(value) && value.length <= shape.max);
}
