import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { verifyService } from '../../../docs/verifiers/verify';
import { EVENT_NAMES, type EventName } from '../../../src/common/events';
import { type ReceivedCall, WebhookReceiver } from '../../../tools/receiver/webhook-receiver';
import { type Service, startApp } from '../app';
import type { Loose } from '../client';
import { subscribe, type Subscribed } from './delivering';

const bodyOf = (call: ReceivedCall): Loose => JSON.parse(call.body.toString());

/** A subscriber to every event. It validates each delivery against the document of a form. */
export class Listener {
  private constructor(
    readonly service: Service,
    readonly receiver: WebhookReceiver,
    readonly subscribed: Subscribed,
    private readonly document: Loose,
    private readonly ajv: Ajv2020,
  ) {}

  static async start(form: 'a' | 'b'): Promise<Listener> {
    const receiver = await WebhookReceiver.listen();
    const service = await startApp({ trusts: receiver });
    const subscribed = await subscribe(service, receiver, { events: EVENT_NAMES });
    const document: Loose = await (await fetch(`${service.address}/openapi/form-${form}.json`)).json();
    const ajv = addFormats(new Ajv2020({ strict: false }));
    ajv.addSchema(document, 'document');
    return new Listener(service, receiver, subscribed, document, ajv);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.receiver.close();
  }

  /** Waits for `count` deliveries of an event about a record and returns their data. */
  async published(event: EventName, about: object = {}, count = 1): Promise<Loose[]> {
    const fits = (call: ReceivedCall): boolean => {
      const { data } = bodyOf(call);
      return (
        call.headers['x-service-event'] === event &&
        Object.entries(about).every(([field, value]) => data[field] === value)
      );
    };
    const calls = await this.receiver.waitFor(fits, count);
    for (const call of calls) {
      const validate = this.schemaOf(event);
      expect({ event, errors: validate(bodyOf(call)) ? [] : validate.errors }).toEqual({ event, errors: [] });
      expect(bodyOf(call)).toMatchObject({ event, tenant_id: this.service.tenant.tenant.id });
      expect(verifyService(call.body, String(call.headers['x-service-signature']), this.subscribed.secret)).toBe(true);
    }
    return calls.map((call) => bodyOf(call).data);
  }

  received(): string[] {
    return [...new Set(this.receiver.calls.map(({ headers }) => String(headers['x-service-event'])))];
  }

  /** The documented schema of an event's body. */
  private schemaOf(event: string): ValidateFunction {
    const { $ref } = this.document.webhooks[event].post.requestBody.content['application/json'].schema;
    const validate = this.ajv.getSchema(`document${$ref}`);
    if (!validate) throw new Error(`the document has a schema for ${event}`);
    return validate;
  }
}
