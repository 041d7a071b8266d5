import express from 'express';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { type Service, startApp } from '../support/app';

type Prototype = Record<PropertyKey, unknown>;

const KINDS = ['request', 'response'] as const;

/** The object's own property descriptors. */
const own = (object: object): Record<PropertyKey, PropertyDescriptor> => Object.getOwnPropertyDescriptors(object);

describe('requests and responses', () => {
  let service: Service;

  const application = () => service.app.getHttpAdapter().getInstance();
  /** The prototypes of a request and its response before Express changes them. */
  const madeAs = async (): Promise<Record<(typeof KINDS)[number], unknown>> => {
    const seen: Record<string, unknown> = {};
    const look = (request: IncomingMessage, response: ServerResponse): void => {
      seen['request'] = Object.getPrototypeOf(request);
      seen['response'] = Object.getPrototypeOf(response);
    };
    const server = service.app.getHttpServer();
    server.prependListener('request', look);
    await service.client().get('/me', 200);
    server.off('request', look);
    return seen;
  };

  describe.each(['true', 'false'])('with HTTP_EXPRESS_PROTOTYPES=%s', (switched) => {
    beforeAll(async () => {
      service = await startApp({ env: { HTTP_EXPRESS_PROTOTYPES: switched } });
    });
    afterAll(() => service.stop());

    it('have the Express prototypes from the start only if the switch is on', async () => {
      const made = await madeAs();
      const app = application();
      for (const kind of KINDS) expect([kind, made[kind] === app[kind]]).toEqual([kind, switched === 'true']);
    });

    it.each(KINDS)('have every property of an Express %s with the same value', (kind) => {
      const plain = express();
      const app = application();
      const ofExpress = express[kind] as unknown as Prototype;
      expect(Object.getOwnPropertyNames(ofExpress).length).toBeGreaterThan(15);
      // Express adds only `app` to each application's own prototype.
      expect(Object.getOwnPropertyNames(plain[kind])).toEqual(['app']);
      expect((app[kind] as unknown as Prototype)['app']).toBe(app);
      // Everything else comes from Express through the prototype chain. `fresh` is the only override.
      expect(Object.getPrototypeOf(app[kind])).toBe(ofExpress);
      const before = own(plain[kind]);
      const after = own(app[kind]);
      for (const name of Reflect.ownKeys(before)) {
        const { value: _before, ...as } = before[name] ?? {};
        const { value: _after, ...is } = after[name] ?? {};
        expect([name, is]).toEqual([name, as]);
      }
      for (const name of Object.getOwnPropertyNames(ofExpress)) {
        if (name !== 'fresh') expect([name, Object.hasOwn(app[kind], name)]).toEqual([name, false]);
      }
    });

    it('never treat a response as fresh, so no 304 is sent', () => {
      expect(application().request).toMatchObject({ fresh: false });
    });

    it('return the same response', async () => {
      const answer = await service.client().raw('GET', '/me');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(answer.headers.get('x-powered-by')).toBeNull();
    });
  });
});
