import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { EVENT_NAMES } from '../../../src/common/events';
import { exampleBody } from '../../../src/integration/webhooks/http/documentation/event-bodies';
import { EVENTS } from '../../../src/integration/webhooks/http/documentation/events';
import { bodySchema, schemaName, webhookDocument } from './webhooks';

const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true }));

describe.each(EVENT_NAMES)('%s', (event) => {
  it('has an example that matches its schema, field by field', () => {
    const validate = ajv.compile(bodySchema(event));
    expect(validate(exampleBody(event)) ? [] : validate.errors).toEqual([]);
    expect(Object.keys(EVENTS[event].example).sort()).toEqual(Object.keys(EVENTS[event].fields).sort());
  });

  it('has a schema that requires each of its fields', () => {
    const validate = ajv.compile(bodySchema(event));
    for (const field of Object.keys(EVENTS[event].fields)) {
      const body = exampleBody(event);
      const data = { ...(body['data'] as Record<string, unknown>) };
      Reflect.deleteProperty(data, field);
      expect(validate({ ...body, data })).toBe(false);
    }
  });

  it('is among the webhooks of the document, with the schema that it refers to', () => {
    const { webhooks, schemas } = webhookDocument();
    expect(JSON.stringify(webhooks[event])).toContain(`"#/components/schemas/${schemaName(event)}"`);
    expect(schemas[schemaName(event)]).toEqual(bodySchema(event));
  });
});
