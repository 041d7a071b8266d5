import { DomainError, type FieldMessages, type Message } from '../../common/errors';
import { MAX_FIELD_PATH, MAX_FIELDS_NAMED } from './limits';

/**
 * A request that its own type refuses, before any rule is asked. Its fields are named as the request names them, so no
 * form's words are put in their place. VALIDATION_ERROR for a body, BAD_REQUEST for a path or a query.
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

/** Collects what is wrong with a request, by dotted path (`items.0.quantity`): the first hundred fields that were found. */
export class NamedFields {
  private readonly named = new Map<string, readonly Message[]>();
  /** Whether a field was left out because a hundred were named already. */
  leavesSomeOut = false;

  get isEmpty(): boolean {
    return this.named.size === 0;
  }

  /** Names a field, unless it is named already: its first message stays. */
  add(path: string, message: Message): void {
    const name = path.length > MAX_FIELD_PATH ? `${path.slice(0, MAX_FIELD_PATH)}…` : path;
    if (this.named.has(name)) return;
    if (this.named.size < MAX_FIELDS_NAMED) this.named.set(name, [message]);
    else this.leavesSomeOut = true;
  }

  /** The refusal that names them; where there are more, it says so. */
  refusal(place: 'query' | 'body'): InputError {
    return new InputError(place, Object.fromEntries(this.named), this.leavesSomeOut ? ONLY_THE_FIRST : undefined);
  }
}
