import type { FieldMessages, Message } from '../../common/errors';
import { MAX_FIELD_PATH, MAX_FIELDS_NAMED } from '../request/limits';

/** Collects what is wrong with a request, by dotted path (`items.0.quantity`): the first hundred fields that were found. */
export class NamedFields {
  private readonly named = new Map<string, readonly Message[]>();
  private isCut = false;

  /** Whether a hundred are named. */
  get isFull(): boolean {
    return this.named.size >= MAX_FIELDS_NAMED;
  }

  /** Whether a field was left out because a hundred were named already. */
  get leavesSomeOut(): boolean {
    return this.isCut;
  }

  get isEmpty(): boolean {
    return this.named.size === 0;
  }

  /**
   * Names a field, unless it is named already: its first messages stay.
   * @returns false when the field was left out for lack of room, so that the caller may stop looking
   */
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
