import { WHOLE_QUERY, perForm } from '../../../src/platform/http/request/form';
import { operationInForm } from './one-form';
import type { JsonObject } from './schema';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const SCHEMAS: JsonObject = {
  VendorQuery: { type: 'object', properties: { vat_number: { type: 'string', maxLength: 50, description: 'Whole.' } } },
  VendorQueryB: { type: 'object', properties: { status: { type: 'string', enum: ['active'], example: 'active' } } },
};

const OPERATION = {
  description: perForm({ a: 'An item.', b: 'A line.' }),
  parameters: [
    { name: 'id', in: 'path' },
    { name: WHOLE_QUERY, in: 'query', schema: perForm({ a: ref('VendorQuery'), b: ref('VendorQueryB') }) },
  ],
  responses: { 200: { content: { schema: perForm({ a: ref('Vendor'), b: ref('VendorB') }) } } },
} as unknown as JsonObject;

describe('an operation of both forms in the document of one form', () => {
  it("has the form's own texts, schemas and parameters", () => {
    expect(operationInForm('a', OPERATION, SCHEMAS)).toEqual({
      description: 'An item.',
      parameters: [
        { name: 'id', in: 'path' },
        {
          name: 'vat_number',
          required: false,
          in: 'query',
          description: 'Whole.',
          schema: { maxLength: 50, type: 'string' },
        },
      ],
      responses: { 200: { content: { schema: ref('Vendor') } } },
    });
    expect(operationInForm('b', OPERATION, SCHEMAS)).toEqual({
      description: 'A line.',
      parameters: [
        { name: 'id', in: 'path' },
        {
          name: 'status',
          required: false,
          in: 'query',
          schema: { example: 'active', type: 'string', enum: ['active'] },
        },
      ],
      responses: { 200: { content: { schema: ref('VendorB') } } },
    });
  });

  it('is unchanged where the forms do not differ', () => {
    const operation = { summary: 'List', parameters: [{ name: 'page', in: 'query' }] };
    expect(operationInForm('b', operation, SCHEMAS)).toEqual(operation);
    expect(operationInForm('b', { summary: 'List' }, SCHEMAS)).toEqual({ summary: 'List' });
  });
});
