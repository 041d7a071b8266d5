import { ENVELOPE_PARTS } from './answer-schemas';
import { completeOperation } from './operation';
import type { JsonObject } from './schema';

const BEARER = [{ bearer: [] }];
const IF_MATCH = { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } };

function completed(operation: JsonObject, method: string, isVersioned = false) {
  const bare = { responses: { 200: { description: 'Success.' } }, ...operation };
  const whole = completeOperation('a', bare, {
    method,
    path: '',
    isVersioned,
    schemas: {},
    rare: new Set<string>(),
  }) as {
    parameters?: { name: string }[];
    responses: Record<string, { description: string; headers: Record<string, unknown> }>;
  };
  return {
    parameters: (whole.parameters ?? []).map(({ name }) => name),
    responses: whole.responses,
    success: Object.keys(whole.responses['200']?.headers ?? {}),
  };
}

describe('the headers for safe retries and lost updates', () => {
  it.each(['post', 'put'])('include Idempotency-Key for a %s, with its error codes', (method) => {
    const { parameters, responses, success } = completed({ security: BEARER }, method);
    expect(parameters).toEqual(['Idempotency-Key']);
    expect(success).toContain('Idempotency-Replayed');
    expect(responses['409']?.description).toBe('IDEMPOTENCY_IN_PROGRESS');
    expect(responses['409']?.headers).toHaveProperty('Retry-After');
    expect(responses['422']?.description).toContain('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    ['another method', 'delete', BEARER],
    ['a POST without a token, whose keys would be nobody’s', 'post', undefined],
  ])('do not include it for %s', (_name, method, security) => {
    const { parameters, responses, success } = completed(security ? { security } : {}, method);
    expect(parameters).toEqual([]);
    expect(responses).not.toHaveProperty('409');
    expect(success).not.toContain('Idempotency-Replayed');
  });

  it('show the version of a record, and include If-Match with its error code', () => {
    expect(completed({ security: BEARER }, 'get', true).success).toContain('ETag');
    const change = completed({ security: BEARER, parameters: [IF_MATCH] }, 'put', true);
    expect(change.success).toContain('ETag');
    expect(change.responses['412']?.description).toBe('PRECONDITION_FAILED');
    expect(completed({ security: BEARER }, 'get').success).not.toContain('ETag');
  });
});

describe('the examples of an operation', () => {
  const schemas = { Line: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'number' } } } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Line' } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const page = { name: 'page', in: 'query', schema: { type: 'integer' } };
  const tried = (described: object): JsonObject =>
    completeOperation(
      'a',
      { responses: {}, parameters: [id, page], requestBody: { content }, ...described },
      {
        method: 'put',
        path: '/orders/{id}',
        isVersioned: false,
        schemas,
        rare: new Set<string>(),
      },
    );

  it('are the complete requests and ids of its module, by title', () => {
    const operation = tried({ 'x-examples': { path: { id: 8 }, bodies: { 'Two, please': { quantity: 2 } } } });
    expect(operation).not.toHaveProperty('x-examples');
    expect(operation['parameters']).toEqual([{ ...id, example: 8 }, page]);
    expect(operation).toMatchObject({
      requestBody: {
        content: {
          'application/json': { examples: { 'two-please': { summary: 'Two, please', value: { quantity: 2 } } } },
        },
      },
    });
    expect(JSON.stringify(operation['requestBody'])).not.toContain('"example":');
  });

  it('are built from the fields, and the first value of each enum, if the module has none', () => {
    const operation = tried({});
    expect(operation['parameters']).toEqual([{ ...id, example: 1 }, page]);
    expect(operation).toMatchObject({
      requestBody: { content: { 'application/json': { example: { quantity: 10.5 } } } },
    });
  });
});

describe('a request body', () => {
  const schemas = { Reason: { type: 'object', required: ['reason'] }, Comments: { type: 'object' } };
  const isRequired = (method: string, schema: string): unknown => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
    const bare = { responses: {}, requestBody: { required: true, content } };
    const { requestBody } = completeOperation('a', bare, {
      method,
      path: '',
      isVersioned: false,
      schemas,
      rare: new Set<string>(),
    });
    return (requestBody as JsonObject)['required'];
  };

  it('is optional for an action without required fields, as in the service', () => {
    expect(isRequired('post', 'Comments')).toBe(false);
    expect(isRequired('post', 'Reason')).toBe(true);
    expect(isRequired('put', 'Comments')).toBe(true);
  });
});

describe('the example of a response', () => {
  const schemas = {
    Order: {
      type: 'object',
      properties: {
        id: { type: 'integer', example: 1 },
        status: { type: 'string', enum: ['approved', 'draft'] },
        vendor: { type: 'object', properties: { name: { type: 'string' }, is_active: { type: 'boolean' } } },
      },
    },
    ...ENVELOPE_PARTS.a,
  };
  const exampleFor = (form: 'a' | 'b', operation: JsonObject, status = '200'): JsonObject => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
    const bare = { responses: { [status]: { description: 'Success.', content } }, ...operation };
    const place = {
      method: 'post',
      path: '/vendors/{id}/orders',
      isVersioned: false,
      schemas,
      rare: new Set<string>(),
    };
    const { responses } = completeOperation(form, bare, place) as unknown as {
      responses: Record<string, { content: { 'application/json': { example: JsonObject } } }>;
    };
    return responses[status]?.content['application/json'].example ?? {};
  };

  it('shows the state after its operation', () => {
    const answer = { status: 'draft', vendor: { is_active: false } };
    expect(exampleFor('a', { 'x-examples': { answer } })['data']).toEqual({
      id: 1,
      status: 'draft',
      vendor: { name: 'text', is_active: false },
    });
    expect(exampleFor('a', {})['data']).toMatchObject({ status: 'approved' });
  });

  it('has the message of its status in Form B, and none if the operation sends none', () => {
    const messages = { 'x-messages': { 201: 'vendor.created' } };
    expect(exampleFor('b', messages, '201')['message']).toBe('Vendor created successfully.');
    expect(exampleFor('b', messages)).not.toHaveProperty('message');
    expect(exampleFor('a', messages, '201')).not.toHaveProperty('message');
  });

  it('links to the path of its operation', () => {
    const parameters = [{ name: 'id', in: 'path', schema: { type: 'integer' } }];
    const { links } = exampleFor('a', {
      parameters,
      'x-wrapping': 'list',
      'x-examples': { path: { id: 7 } },
    });
    expect(links).toEqual({
      first: 'https://api.example/v1/vendors/7/orders?per_page=15&page=1',
      last: 'https://api.example/v1/vendors/7/orders?per_page=15&page=3',
      next: 'https://api.example/v1/vendors/7/orders?per_page=15&page=2',
      prev: null,
    });
  });
});
