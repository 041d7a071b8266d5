import { DomainError } from '../errors';
import { Audited } from './audited';
import {
  EXTERNAL_FIELDS,
  type External,
  externalChanges,
  LINES_METADATA_LIMITS,
  mergedMetadata,
  newExternal,
  requireLinesMetadata,
} from './external';

const keys = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'x']));

const refusal = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof DomainError ? error.extras.fields : error;
  }
};

describe('external ids and metadata', () => {
  it('are empty in a new record, or as requested', () => {
    expect(newExternal({})).toEqual({ externalId: null, metadata: {} });
    expect(newExternal({ externalId: 'ERP-1', metadata: { a: '1', b: null } })).toEqual({
      externalId: 'ERP-1',
      metadata: { a: '1' },
    });
  });

  it('change only where they differ', () => {
    const present: External = { externalId: 'ERP-1', metadata: { a: '1' } };
    expect(externalChanges(present, {})).toEqual({});
    expect(externalChanges(present, { externalId: 'ERP-1', metadata: { a: '1', b: null } })).toEqual({});
    expect(externalChanges(present, { externalId: null })).toEqual({ externalId: null });
    expect(externalChanges(present, { metadata: { b: '2' } })).toEqual({ metadata: { a: '1', b: '2' } });
    expect(externalChanges(present, { metadata: null })).toEqual({ metadata: {} });
  });

  it('retain keys that a change omits, and remove those that are null', () => {
    expect(mergedMetadata({ a: '1', b: '2' }, { b: null, c: '' })).toEqual({ a: '1', c: '' });
    expect(mergedMetadata({ constructor: 'x' }, { toString: 'y' })).toEqual({ constructor: 'x', toString: 'y' });
  });

  it('have at most 50 keys after the change', () => {
    expect(Object.keys(mergedMetadata(keys(50), { key_1: 'y' }))).toHaveLength(50);
    expect(Object.keys(mergedMetadata(keys(50), { key_1: null, more: 'y' }))).toHaveLength(50);
    expect(refusal(() => mergedMetadata(keys(50), { more: 'y' }))).toEqual({
      metadata: [{ key: 'validation.metadata_keys', params: { max: 50 } }],
    });
    expect(
      refusal(() => externalChanges({ externalId: null, metadata: {} }, { metadata: keys(51) }, 'items.0.metadata')),
    ).toEqual({
      'items.0.metadata': [{ key: 'validation.metadata_keys', params: { max: 50 } }],
    });
  });

  it('are limited for all lines of a document together', () => {
    const many = (count: number, metadata: Record<string, string>) =>
      Array.from({ length: count }, () => ({ metadata }));
    const tooMuch = { items: [{ key: 'validation.metadata_of_lines', params: { keys: 5000, characters: 65_536 } }] };
    const refused = (after: readonly Partial<External>[], before: readonly Partial<External>[] = []): unknown =>
      refusal(() => requireLinesMetadata(before, after, 'items'));
    const { characters } = LINES_METADATA_LIMITS;
    expect(refused([...many(100, keys(50)), {}])).toBeUndefined();
    expect(refused([...many(100, keys(50)), { metadata: { a: '' } }])).toEqual(tooMuch);
    expect(refused([{ metadata: { ab: 'x'.repeat(characters - 2) } }])).toBeUndefined();
    expect(refused([{ metadata: { ab: 'x'.repeat(characters - 1) } }])).toEqual(tooMuch);
    // Metadata over the limit may shrink and remain over it, but must not grow in keys or characters.
    const there = [...many(101, keys(50)), { metadata: { a: 'x'.repeat(characters) } }];
    expect(refused(there, there)).toBeUndefined();
    expect(refused(there.slice(1), there)).toBeUndefined();
    expect(refused([...there.slice(0, -1), { metadata: { a: 'x', b: 'x' } }], there)).toEqual(tooMuch);
    expect(refused([...there.slice(0, -1), { metadata: { a: 'x'.repeat(characters + 1) } }], there)).toEqual(tooMuch);
  });

  it('omit empty metadata in the audit log', () => {
    const fields = new Audited<External>({ ...EXTERNAL_FIELDS });
    expect(fields.snapshot({ externalId: 'ERP-1', metadata: {} })).toEqual({ external_id: 'ERP-1', metadata: null });
    expect(fields.snapshot({ metadata: { a: '1' } })).toEqual({ external_id: null, metadata: { a: '1' } });
  });
});
