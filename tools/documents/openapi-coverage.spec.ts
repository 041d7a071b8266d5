import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from './openapi/schema';
import { coverageOf, coverageText } from './openapi-coverage';

const DESCRIBED: JsonObject = {
  paths: {
    '/vendors': {
      get: {
        description: 'Vendors by name.',
        parameters: [{ $ref: '#/components/parameters/Search' }],
      },
    },
  },
  components: {
    parameters: {
      Search: {
        name: 'search',
        in: 'query',
        description: 'Part of a name.',
        schema: { type: 'string', examples: ['najd'] },
      },
    },
    schemas: {
      Status: { type: 'string', enum: ['a', 'b'], 'x-enum-descriptions': ['Active.', 'Blocked.'], examples: ['a'] },
      Vendor: {
        type: 'object',
        properties: {
          status: { $ref: '#/components/schemas/Status', description: 'Whether orders are allowed.' },
          former: { allOf: [{ $ref: '#/components/schemas/Status' }], default: 'b', description: 'What it was.' },
          email: { type: ['string', 'null'], description: 'Where mail goes.', examples: ['sales@najd-steel.example'] },
          contacts: { type: 'array', description: 'People there.', items: { type: 'object' } },
        },
      },
    },
  },
};

/** A copy of the document with a replacement. */
const changed = (from: object, to: object): JsonObject =>
  JSON.parse(
    JSON.stringify(DESCRIBED).replace(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)),
  ) as JsonObject;

describe('the coverage of an OpenAPI document', () => {
  it('reports nothing if each operation, parameter, property, value and example is described', () => {
    const coverage = coverageOf(DESCRIBED);
    expect(coverage.faults).toEqual([]);
    expect(coverageText(coverage)).toBe(
      'operations 1 of 1 (100 %), parameters 1 of 1 (100 %), properties 4 of 4 (100 %), values 2 of 2 (100 %), examples 4 of 4 (100 %)',
    );
  });

  it.each([
    ['an operation', { description: 'Vendors by name.' }, {}, 'GET /vendors has no description'],
    ['a parameter', { description: 'Part of a name.' }, {}, 'GET /vendors, parameter search has no description'],
    ['an example of a parameter', { examples: ['najd'] }, {}, 'GET /vendors, parameter search has no example'],
    ['a property', { description: 'Where mail goes.' }, {}, 'Vendor.email has no description'],
    [
      'a long description',
      { description: 'Where mail goes.' },
      { description: `${'word '.repeat(61)}\n- of a list` },
      'Vendor.email has a description of more than 60 words',
    ],
    [
      'a property that says its name',
      { description: 'Where mail goes.' },
      { description: 'The email.' },
      'Vendor.email has a filler for a description: The email.',
    ],
    ['an example', { examples: ['sales@najd-steel.example'] }, {}, 'Vendor.email has no example'],
    [
      'a filler',
      { examples: ['sales@najd-steel.example'] },
      { examples: ['text'] },
      'Vendor.email has a filler for an example: "text"',
    ],
    [
      'a number that is a filler',
      { examples: ['sales@najd-steel.example'] },
      { examples: [42] },
      'Vendor.email has a filler for an example: 42',
    ],
    [
      'a value',
      { 'x-enum-descriptions': ['Active.', 'Blocked.'] },
      { 'x-enum-descriptions': ['Active.'] },
      'Status does not say what "b" means (name the set in tools/documents/reference/enums)',
    ],
  ])('reports a fault: %s', (_what, from, to, fault) => {
    const document = changed(from, Object.keys(to).length > 0 ? to : { 'x-nothing': true });
    expect(coverageOf(document).faults).toEqual([fault]);
  });

  it.each(['a', 'b'])('reports nothing for the document of Form %s', (form) => {
    const file = join(__dirname, '../../openapi', `form-${form}.json`);
    const { figures, faults } = coverageOf(JSON.parse(readFileSync(file, 'utf8')) as JsonObject);
    expect(faults).toEqual([]);
    expect(figures.properties.total).toBeGreaterThan(1500);
  });
});
