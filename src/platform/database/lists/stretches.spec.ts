import type { SortTerm } from './sql';
import { isPlaceOf, stretchesAfter, stretchSql } from './stretches';

const term = (
  sql: string,
  type: SortTerm['type'],
  order: SortTerm['order'],
  more: Partial<SortTerm> = {},
): SortTerm => ({
  ...{ sql, type, order },
  ...more,
});
const conditions = (terms: readonly SortTerm[], place: readonly (string | null)[]): [string[], unknown[]] => {
  const values: unknown[] = [];
  const at = (value: unknown): string => `$${values.push(value)}`;
  return [stretchesAfter(terms, place).map((stretch) => stretchSql(stretch, terms, place, at)), values];
};

describe('the stretches after a place', () => {
  it('are the whole list without a place', () => {
    const stretches = stretchesAfter([term('id', 'bigint', 'asc')], undefined);
    expect(stretches.map((stretch) => stretchSql(stretch, [], [], String))).toEqual(['true']);
  });

  it('are one row comparison if all terms have the same direction', () => {
    const terms = [term('name', 'text', 'desc'), term('id', 'bigint', 'desc')];
    expect(conditions(terms, ['Najd', '7'])).toEqual([['(name, id) < ($1::text, $2::bigint)'], ['Najd', '7']]);
    expect(conditions([term('id', 'bigint', 'asc')], ['7'])).toEqual([['id > $1::bigint'], ['7']]);
  });

  it('are the rest of the group and then the later groups if a term has another direction', () => {
    const terms = [
      term('status', 'text', 'asc'),
      term('created_at', 'timestamptz', 'desc', { within: true }),
      term('id', 'bigint', 'desc'),
    ];
    const place = ['draft', '2026-03-01T08:00:00.000000Z', '7'];
    expect(conditions(terms, place)).toEqual([
      ['status = $1::text AND (created_at, id) < ($2::timestamptz, $3::bigint)', 'status > $4::text'],
      [...place, 'draft'],
    ]);
  });

  it('continue among the rows of one record by its id, even after it was renamed', () => {
    const terms = [
      term('name', 'text', 'asc', { impliedByNext: true }),
      term('vendor_id', 'bigint', 'asc'),
      term('created_at', 'timestamptz', 'asc', { within: true }),
      term('id', 'bigint', 'asc'),
    ];
    const at = '2026-03-01T08:00:00.000000Z';
    expect(conditions(terms, ['Najd', '3', at, '7'])).toEqual([
      [
        'vendor_id = $1::bigint AND (created_at, id) > ($2::timestamptz, $3::bigint)',
        '(name, vendor_id) > ($4::text, $5::bigint)',
      ],
      ['3', at, '7', 'Najd', '3'],
    ]);
  });

  it('end with the rows without a value if there may be any, and continue among them', () => {
    const terms = [term('email', 'text', 'asc', { nullable: true }), term('id', 'bigint', 'asc')];
    expect(conditions(terms, ['a@najd.example', '7'])[0]).toEqual([
      '(email, id) > ($1::text, $2::bigint)',
      'email IS NULL',
    ]);
    expect(conditions(terms, [null, '7'])).toEqual([['email IS NULL AND id > $1::bigint'], ['7']]);
  });
});

describe('the place of a cursor', () => {
  const terms = [term('at', 'timestamptz', 'asc', { nullable: true }), term('id', 'bigint', 'asc')];

  it.each([[['2026-03-01T08:00:00.000000Z', '7']], [[null, '7']]])(
    'accepts %j for a list sorted by a timestamp',
    (place) => expect(isPlaceOf(terms, place)).toBe(true),
  );

  it.each([
    [['2026-02-30T08:00:00.000000Z', '7']],
    [['0000-01-01T08:00:00.000000Z', '7']],
    [['2026-03-01', '7']],
    [['2026-03-01T08:00:00.000000Z', null]],
    [['2026-03-01T08:00:00.000000Z', 'x']],
    [['2026-03-01T08:00:00.000000Z', '12345678901234567890']],
    [['2026-03-01T08:00:00.000000Z']],
    [['2026-03-01T08:00:00.000000Z', '7', '8']],
  ])('rejects %j without a query', (place) => expect(isPlaceOf(terms, place)).toBe(false));

  it.each([
    ['numeric', '12.345', true],
    ['numeric', 'NaN', false],
    ['date', '2026-03-01', true],
    ['date', '2026-13-01', false],
    ['text', 'سارة', true],
    ['text', 'a\0', false],
    ['text', '\ud800', false],
  ] as const)('of a %s: %j', (type, value, is) => expect(isPlaceOf([term('x', type, 'asc')], [value])).toBe(is));
});
