import { DomainError, type FieldMessages, type Message } from '../../common/errors';

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
