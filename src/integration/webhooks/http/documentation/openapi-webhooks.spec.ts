import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { EVENT_NAMES } from '../../../../common/events';
import { EVENT_EXAMPLES } from './event-examples';
import { EVENT_FIELDS } from './event-fields';
import { bodySchema, schemaName } from './event-schemas';
import { exampleBody, webhookDocument } from './openapi-webhooks';

const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true }));

describe.each(EVENT_NAMES)('%s', (event) => {
  it('has an example that its schema accepts, field for field', () => {
    const validate = ajv.compile(bodySchema(event));
    expect(validate(exampleBody(event)) ? [] : validate.errors).toEqual([]);
    expect(Object.keys(EVENT_EXAMPLES[event]).sort()).toEqual(Object.keys(EVENT_FIELDS[event]).sort());
  });

  it('has a schema that misses each of its fields', () => {
    const validate = ajv.compile(bodySchema(event));
    for (const field of Object.keys(EVENT_FIELDS[event])) {
      const body = exampleBody(event);
      const data = { ...(body['data'] as Record<string, unknown>) };
      Reflect.deleteProperty(data, field);
      expect(validate({ ...body, data })).toBe(false);
    }
  });

  it('is among the webhooks of the document, with the schema it refers to', () => {
    const { webhooks, schemas } = webhookDocument({ WEBHOOK_RETRY_DELAYS: [60, 300, 1800] });
    expect(JSON.stringify(webhooks[event])).toContain(`"#/components/schemas/${schemaName(event)}"`);
    expect(schemas[schemaName(event)]).toEqual(bodySchema(event));
  });
});
