import type { FieldMessages, Message } from '../../common/errors';
import { MAX_FIELD_PATH, MAX_FIELDS_NAMED } from '../request/limits';

/** The fields that one answer names, by their dotted paths (`items.0.quantity`): the first hundred that were found. */
export class NamedFields {
  private readonly named = new Map<string, readonly Message[]>();
  private isCut = false;

  /** Whether another one has room. */
  get isFull(): boolean {
    return this.named.size >= MAX_FIELDS_NAMED;
  }

  /** Whether some were left out. */
  get leavesSomeOut(): boolean {
    return this.isCut;
  }

  get isEmpty(): boolean {
    return this.named.size === 0;
  }

  /** What was said of a field first stays. @returns false when there is no room: nothing further need be looked for */
  add(path: string, ...messages: readonly Message[]): boolean {
    const name = path.length > MAX_FIELD_PATH ? `${path.slice(0, MAX_FIELD_PATH)}…` : path;
    if (this.named.has(name)) return true;
    if (this.isFull) {
      this.isCut = true;
      return false;
    }
    this.named.set(name, messages);
    return true;
  }

  toMessages(): FieldMessages {
    return Object.fromEntries(this.named);
  }
}
