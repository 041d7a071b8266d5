import { completeOperation } from './operation';
import type { JsonObject } from './schema';

const BEARER = [{ bearer: [] }];
const IF_MATCH = { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } };

function completed(operation: JsonObject, method: string, isVersioned = false) {
  const bare = { responses: { 200: { description: 'Success.' } }, ...operation };
  const whole = completeOperation('a', bare, { method, isVersioned, schemas: {} }) as {
    parameters?: { name: string }[];
    responses: Record<string, { description: string; headers: Record<string, unknown> }>;
  };
  return {
    parameters: (whole.parameters ?? []).map(({ name }) => name),
    responses: whole.responses,
    success: Object.keys(whole.responses['200']?.headers ?? {}),
  };
}

describe('what the documents say of safe retries and lost updates', () => {
  it.each(['post', 'put'])('is that a %s takes an Idempotency-Key, and what comes of it', (method) => {
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
  ])('is nothing of the kind for %s', (_name, method, security) => {
    const { parameters, responses, success } = completed(security ? { security } : {}, method);
    expect(parameters).toEqual([]);
    expect(responses).not.toHaveProperty('409');
    expect(success).not.toContain('Idempotency-Replayed');
  });

  it('is that a record shows its version and refuses another', () => {
    expect(completed({ security: BEARER }, 'get', true).success).toContain('ETag');
    const change = completed({ security: BEARER, parameters: [IF_MATCH] }, 'put', true);
    expect(change.success).toContain('ETag');
    expect(change.responses['412']?.description).toBe('PRECONDITION_FAILED');
    expect(completed({ security: BEARER }, 'get').success).not.toContain('ETag');
  });
});

describe('what to try an operation out with', () => {
  const schemas = { Line: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'number' } } } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Line' } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const page = { name: 'page', in: 'query', schema: { type: 'integer' } };
  const tried = (told: object): JsonObject =>
    completeOperation(
      'a',
      { responses: {}, parameters: [id, page], requestBody: { content }, ...told },
      {
        method: 'put',
        isVersioned: false,
        schemas,
      },
    );

  it('is the whole requests and the ids that its module names, by title', () => {
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

  it('is made of the fields, and the first of each kind, where none is named', () => {
    const operation = tried({});
    expect(operation['parameters']).toEqual([{ ...id, example: 1 }, page]);
    expect(operation).toMatchObject({
      requestBody: { content: { 'application/json': { example: { quantity: 10.5 } } } },
    });
  });
});

describe('whether a body must be sent', () => {
  const schemas = { Reason: { type: 'object', required: ['reason'] }, Comments: { type: 'object' } };
  const isRequired = (method: string, schema: string): unknown => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
    const bare = { responses: {}, requestBody: { required: true, content } };
    const { requestBody } = completeOperation('a', bare, { method, isVersioned: false, schemas });
    return (requestBody as JsonObject)['required'];
  };

  it('is what the service asks: an action of which nothing is required takes none', () => {
    expect(isRequired('post', 'Comments')).toBe(false);
    expect(isRequired('post', 'Reason')).toBe(true);
    expect(isRequired('put', 'Comments')).toBe(true);
  });
});
