import { alikeWarnings, blockedWarnings } from './warnings';

const found = { id: 7, number: 'NS-1', own: 'INV-2026-000001', vendor: 'Najd' };
const params = { number: 'NS-1', own: 'INV-2026-000001', vendor: 'Najd' };

describe('alikeWarnings', () => {
  it.each([
    ['number', 'invoice.number_alike'],
    ['total', 'invoice.possible_duplicate'],
    ['twin', 'invoice.twin_vendor'],
  ] as const)('is warned of, by its %s', (kind, key) => {
    expect(alikeWarnings([{ ...found, kind }])).toEqual([{ code: 'DUPLICATE_SUSPECTED', text: { key, params } }]);
  });

  it('returns one warning per invoice, for the first reason', () => {
    const warnings = alikeWarnings([
      { ...found, kind: 'number' },
      { ...found, kind: 'total' },
      { ...found, kind: 'twin', id: 8 },
    ]);
    expect(warnings.map(({ text }) => text.key)).toEqual(['invoice.number_alike', 'invoice.twin_vendor']);
    expect(alikeWarnings([])).toEqual([]);
  });
});

describe('blockedWarnings', () => {
  it('returns a warning with the name of a blocked vendor only', () => {
    expect(blockedWarnings({ name: 'Najd' }, true)).toEqual([
      { code: 'VENDOR_BLOCKED', text: { key: 'vendor.blocked', params: { name: 'Najd' } } },
    ]);
    expect(blockedWarnings({ name: 'Najd' }, false)).toEqual([]);
  });
});
