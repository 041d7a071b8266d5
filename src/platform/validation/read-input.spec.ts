import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import { DomainError } from '../../common/errors';
import { Field } from './field';
import { Parameter } from './parameter';
import { readInput } from './read-input';

class Part {
  @Field.text({ max: 50 })
  name: string;

  @Field.listOf(['red', 'green'], { optional: true })
  colours?: string[];
}

class Place {
  @Field.text()
  city: string;
}

class Whole {
  @Field.objects(() => Part, { max: 300, min: 1 })
  parts: Part[];

  @Field.object(() => Place, { optional: true })
  place?: Place;

  @Field.text({ optional: true, multiline: true, max: 1000 })
  notes?: string;

  @Field.url({ optional: true })
  link?: string;

  @Field.day({ optional: true })
  on?: string;

  @Field.timestamp({ optional: true })
  at?: string;
}

class Query {
  @Parameter.text()
  search?: string;

  @Parameter.day()
  from?: string;
}

const ofBody = (value: unknown): Promise<unknown> => readInput('body', Whole, value);

/** The message keys of each field. */
async function faults(value: unknown): Promise<Readonly<Record<string, readonly string[]>>> {
  const error = await ofBody(value).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) return {};
  const fields = Object.entries(error.extras.fields ?? {});
  return Object.fromEntries(fields.map(([path, messages]) => [path, messages.map(({ key }) => key)]));
}
const parts = [{ name: 'wheel' }];

describe('a body', () => {
  it('is converted to its request type, and nested objects to theirs', async () => {
    const input = (await ofBody({
      parts: [{ name: ' wheel ', colours: ['red '] }],
      place: { city: 'Riyadh' },
    })) as Whole;
    expect(input).toBeInstanceOf(Whole);
    expect(input.parts[0]).toBeInstanceOf(Part);
    expect(input.place).toBeInstanceOf(Place);
    expect(input).toEqual({ parts: [{ name: 'wheel', colours: ['red'] }], place: { city: 'Riyadh' } });
  });

  it('is rejected with the path of each invalid field, at every level', async () => {
    expect(
      await faults({ parts: [{ nam: 1 }, 7, { name: 'a', colours: ['blue'] }], place: { city: ['x'], x: 1 }, y: {} }),
    ).toEqual({
      y: ['validation.unknown_field'],
      parts: ['validation.object'],
      'parts.0.nam': ['validation.unknown_field'],
      'parts.0.name': ['validation.required'],
      'parts.1': ['validation.object'],
      'parts.2.colours': ['validation.one_of'],
      'place.x': ['validation.unknown_field'],
      'place.city': ['validation.string'],
    });
    expect(await faults({ parts: { name: 'a', x: 1 }, place: [] })).toEqual({
      parts: ['validation.array'],
      'parts.x': ['validation.unknown_field'],
      place: ['validation.object'],
    });
    expect(await faults({ parts: [{ name: 'a', colours: ['red', 'red'] }] })).toEqual({
      'parts.0.colours': ['validation.array_unique'],
    });
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'does not accept %s as a declared field',
    async (key) => {
      const body = JSON.parse(`{"parts":[{"name":"a","${key}":{"x":1}}],"${key}":1,"notes":{"${key}":1}}`) as unknown;
      expect(await faults(body)).toEqual({
        [key]: ['validation.unknown_field'],
        [`parts.0.${key}`]: ['validation.unknown_field'],
        notes: ['validation.string'],
      });
    },
  );

  it('gets an error with at most a hundred fields, which states that there are more', async () => {
    const thousand = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${String(index)}`, 0]));
    for (const body of [{ parts, ...thousand }, { parts: Array(300).fill({}) }]) {
      const error = (await ofBody(body).catch((thrown: unknown) => thrown)) as DomainError;
      expect(error.text).toEqual({ key: 'error.validation_first', params: { max: 100 } });
      expect(Object.keys(error.extras.fields ?? {})).toHaveLength(100);
    }
    const hundred = Object.fromEntries(Object.entries(thousand).slice(0, 100));
    const error = (await ofBody({ parts, ...hundred }).catch((thrown: unknown) => thrown)) as DomainError;
    expect(error.text).toEqual({ key: 'error.validation' });
  });

  it('gets an error in which the name of an unknown field is truncated', async () => {
    expect(await faults({ parts, ['x'.repeat(1_000_000)]: 1 })).toEqual({
      [`${'x'.repeat(255)}…`]: ['validation.unknown_field'],
    });
  });

  it('passes only declared properties to class-transformer and class-validator', async () => {
    const built = jest.spyOn(classTransformer, 'plainToInstance');
    const validated = jest.spyOn(classValidator, 'validateSync');
    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${String(index)}`, {}]));
    expect(await faults({ ...unknown, parts: Array(301).fill({}), notes: Array(9000).fill({}) })).toMatchObject({
      k0: ['validation.unknown_field'],
    });
    expect(built.mock.calls.map(([, plain]) => plain)).toEqual([{}]);
    expect(validated).toHaveBeenCalledTimes(1);
    built.mockClear();
    expect(await faults({ parts: Array(301).fill({ name: 'a' }) })).toEqual({ parts: ['validation.array_max'] });
    expect(built.mock.calls.map(([, plain]) => plain)).toEqual([{}]);
    jest.restoreAllMocks();
  });
});

describe('a text', () => {
  it.each(['a\nb', 'a\r\nb', 'a\u2028b', 'a\u2029b'])(
    'of one line must not contain a line break (%j)',
    async (name) => {
      expect(await faults({ parts: [{ name }] })).toEqual({ 'parts.0.name': ['validation.single_line'] });
    },
  );

  it.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'of one line must not contain a character that changes its order (%j)',
    async (control) => {
      expect(await faults({ parts: [{ name: `a${control}b` }] })).toEqual({ 'parts.0.name': ['validation.reordered'] });
    },
  );

  it('may contain the marks that Arabic next to Latin requires', async () => {
    expect(await faults({ parts: [{ name: 'شركة ABC\u200f (1)\u200e \u061c' }] })).toEqual({});
  });

  it('of several lines retains them', async () => {
    expect(await ofBody({ parts, notes: 'a\r\nb\n\u202bc' })).toMatchObject({ notes: 'a\nb\n\u202bc' });
  });

  it.each([
    ['line ends', '\r\n'.repeat(1_000_000)],
    ['letters and line ends', 'a\r\n'.repeat(700_000)],
    ['letters', 'x'.repeat(2_000_000)],
    ['letters of two code units', '😀'.repeat(500_000)],
  ])('is too long by its length alone, with any content: %s', async (what, notes) => {
    const replaced = jest.spyOn(String.prototype, 'replaceAll');
    const faulty = await faults({ parts, notes });
    expect(replaced.mock.contexts.every((text) => String(text).length <= 20_000)).toBe(true);
    jest.restoreAllMocks();
    // A text of only line ends counts as missing.
    expect(faulty).toEqual({ notes: [what === 'line ends' ? 'validation.required' : 'validation.max_length'] });
  });
});

describe('a link', () => {
  it.each([
    'https://user:pw@host.example/',
    'https://user@host.example',
    'https://:pw@host.example',
    'http:user@host.example',
  ])('must not contain a user name or password: %s', async (link) => {
    expect(await faults({ parts, link })).toEqual({ link: ['validation.url_user_info'] });
  });
  it('may contain an at sign in its path or query', async () => {
    expect(await faults({ parts, link: 'https://host.example/@user?mail=a@b.example' })).toEqual({});
  });
});

describe('a day', () => {
  it.each(['0000-01-01', '0001-01-01', '1999-12-31', '3000-01-01', '9999-12-31'])('must not be %s', async (day) => {
    expect(await faults({ parts, on: day })).toEqual({ on: ['validation.date_range'] });
    const noon = `${day}T12:00:00Z`;
    expect(await faults({ parts, on: noon, at: noon })).toEqual({
      on: ['validation.date_range'],
      at: ['validation.date_range'],
    });
  });
  it.each(['2000-01-01', '2024-02-29', '2999-12-31'])('may be %s', async (day) => {
    expect(await ofBody({ parts, on: ` ${day} ` })).toMatchObject({ on: day });
  });
  it.each([
    ['2027-01-01T00:00:00+03:00', '2027-01-01'],
    ['2026-12-31T23:59:59.999-11:00', '2026-12-31'],
    ['2026-12-31T23:59Z', '2026-12-31'],
    ['2000-01-01T00:00:00+03:00', '2000-01-01'],
    ['2999-12-31T23:59:59-0300', '2999-12-31'],
  ])('is that of a timestamp in its own UTC offset: %s', async (on, named) => {
    expect(await ofBody({ parts, on })).toMatchObject({ on: named });
    expect(await readInput('query', Query, { from: on })).toMatchObject({ from: named });
  });
  it.each(['2025-02-30', '2025-02-30T00:00:00Z', '2025-02-01T24:00:00Z', '2025-02-01T10:00:00', '2025-2-1', 'today'])(
    'must not be %s',
    async (on) => expect(await faults({ parts, on })).toEqual({ on: ['validation.date'] }),
  );
});

describe('a timestamp', () => {
  it.each(['2000-01-01T00:00:00+03:00', '2999-12-31T23:59:59-03:00'])(
    'must be between 2000 and 2999 in UTC too: %s',
    async (at) => {
      expect(await faults({ parts, at })).toEqual({ at: ['validation.date_range'] });
    },
  );
});

describe('a query', () => {
  it('is rejected when it contains a parameter twice', async () => {
    const read = readInput('query', Query, { search: ['a', 'b'] });
    await expect(read).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      extras: { fields: { search: [{ key: 'validation.given_once' }] } },
    });
  });
});
