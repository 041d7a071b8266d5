import { DomainError, type FieldMessages, type Message } from '../../common/errors';
import { MAX_FIELD_PATH, MAX_FIELDS_NAMED } from './limits';

/**
 * A request that does not match its type, detected before any domain rule. Its fields have the names of the request, so
 * they are not translated to the form's terms. VALIDATION_ERROR for a body, BAD_REQUEST for a path or a query.
 */
export class InputError extends DomainError {
  constructor(place: 'path' | 'query' | 'body', fields: FieldMessages, text?: Message) {
    const isBody = place === 'body';
    super(
      isBody ? 'VALIDATION_ERROR' : 'BAD_REQUEST',
      text ?? { key: isBody ? 'error.validation' : 'error.bad_request' },
      { fields },
    );
  }
}

const ONLY_THE_FIRST: Message = { key: 'error.validation_first', params: { max: MAX_FIELDS_NAMED } };

/** Collects the faults of a request by dotted path (`items.0.quantity`), for at most a hundred fields. */
export class NamedFields {
  private readonly named = new Map<string, readonly Message[]>();
  /** Whether a fault was omitted because of that limit. */
  leavesSomeOut = false;

  get isEmpty(): boolean {
    return this.named.size === 0;
  }

  /** The first message of a field is retained. */
  add(path: string, message: Message): void {
    const name = path.length > MAX_FIELD_PATH ? `${path.slice(0, MAX_FIELD_PATH)}…` : path;
    if (this.named.has(name)) return;
    if (this.named.size < MAX_FIELDS_NAMED) this.named.set(name, [message]);
    else this.leavesSomeOut = true;
  }

  /** The error with all collected faults; its message states whether there are more. */
  refusal(place: 'query' | 'body'): InputError {
    return new InputError(place, Object.fromEntries(this.named), this.leavesSomeOut ? ONLY_THE_FIRST : undefined);
  }
}
