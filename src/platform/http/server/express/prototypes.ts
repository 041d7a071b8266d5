import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The classes of requests and responses for `http.createServer`, with the prototypes that Express would set.
 * Express changes the prototype of each request and response on arrival. V8 then gives that object a separate hidden
 * class, so each later property access misses its cache. Objects that already have the right prototype are not changed.
 * Express documents that `app.request` and `app.response` become the prototypes (Overriding the Express API), but not
 * that both may be replaced. Therefore there are the switch `HTTP_EXPRESS_PROTOTYPES`, the contract test
 * `express-prototypes` and the decision record `express-prototypes`. Properties already defined on the two are
 * retained.
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

function moved(from: object, prototype: object): object {
  Object.setPrototypeOf(prototype, Object.getPrototypeOf(from) as object);
  return Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(from));
}
