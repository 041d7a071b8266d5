import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The classes that `http.createServer` makes requests and responses of, with the prototypes that Express would give them.
 *
 * Express changes the prototype of each request and each response when it comes in. V8 then gives that object a hidden class of
 * its own: every property put on it later makes another hidden class, and every place that reads it misses its cache. An object
 * that is made with the right prototype is left as it is.
 *
 * That Express sets `app.request` and `app.response` as prototypes is documented (Overriding the Express API); that both may be
 * replaced is not. Hence the switch `HTTP_EXPRESS_PROTOTYPES`, the contract test `express-prototypes` and the decision record
 * `express-prototypes`. What was defined on the two before stays.
 */
export function expressPrototypes(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  app.request = moved(app.request, ExpressRequest.prototype) as Express['request'];
  app.response = moved(app.response, ExpressResponse.prototype) as Express['response'];
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Gives `prototype` the properties of `from`, and the same prototype above it. */
function moved(from: object, prototype: object): object {
  Object.setPrototypeOf(prototype, Object.getPrototypeOf(from) as object);
  return Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(from));
}
