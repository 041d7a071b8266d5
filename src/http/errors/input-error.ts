import { DomainError, type FieldMessages, type Message } from '../../common/errors';
import { MAX_FIELD_PATH, MAX_FIELDS_NAMED } from '../request/limits';

/** Where a field stands that a request is refused for. */
export type InputPlace = 'path' | 'query' | 'body';

/**
 * A request that its own type refuses, before any rule is asked. Its fields are named as the request names them, so no
 * form's words are put in their place. VALIDATION_ERROR for a body, BAD_REQUEST for a path or a query.
 */
export class InputError extends DomainError {
  constructor(place: InputPlace, fields: FieldMessages, text?: Message) {
    const isBody = place === 'body';
    super(
      isBody ? 'VALIDATION_ERROR' : 'BAD_REQUEST',
      text ?? { key: isBody ? 'error.validation' : 'error.bad_request' },
      { fields },
    );
  }
}

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
   * @returns false when a hundred fields are named already, so that the caller may stop looking
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
