import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The classes that `http.createServer` shall make requests and responses of, so that they are Express' from the start.
 *
 * Express gives each request and each response another prototype when it comes in. To V8 an object whose prototype was
 * changed has a shape of its own that nothing was ever learnt about: each property that is put on it later, by Express,
 * by Nest, by the logger, by us, makes one more shape, and every place that reads it misses its cache: some 200 times a
 * request, a fifth of the service's processor time. An object that is made with the prototype it is to have is left
 * as it is.
 *
 * `app.request` and `app.response` are where Express documents these prototypes to be extended; what was defined on them
 * before stays.
 */
export function ownShapes(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class OwnRequest extends IncomingMessage {}
  class OwnResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  app.request = moved(app.request, OwnRequest.prototype) as Express['request'];
  app.response = moved(app.response, OwnResponse.prototype) as Express['response'];
  return { IncomingMessage: OwnRequest, ServerResponse: OwnResponse };
}

/** Makes `prototype` what `from` is: with its properties, and with the same prototype above it. */
function moved(from: object, prototype: object): object {
  Object.setPrototypeOf(prototype, Object.getPrototypeOf(from) as object);
  return Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(from));
}
