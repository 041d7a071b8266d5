import { DomainError, invalid } from '../../../common/errors';
import type { ImportKind } from '../kinds/kind';
import { rowErrors } from './row-errors';

const KIND = {} as ImportKind;
const record = { line: 7, lines: [7], end: 90, endLine: 7 };

describe('the errors of a row', () => {
  const named = (count: number): DomainError =>
    invalid(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`f${at}`, [{ key: 'validation.unknown_field' as const }]]),
      ),
    );
  const fieldsOf = (count: number): (string | null)[] =>
    rowErrors(KIND, { ...record, externalId: 'V1' }, named(count), false).map(({ field }) => field);

  it('contain up to ten, otherwise the first ten and the number of the others', () => {
    expect(fieldsOf(10)).toHaveLength(10);
    expect(fieldsOf(11)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', null]);
    expect(rowErrors(KIND, { ...record, externalId: 'V1' }, named(25), false).at(-1)).toEqual({
      ...{ line: 7, externalId: 'V1', field: null, code: 'VALIDATION_ERROR' },
      ...{ key: 'imports.more_errors', params: { count: 15 } },
    });
  });

  it('are limited per line of the file of a document', () => {
    const kind = { lines: { field: 'items' } } as ImportKind;
    const fields = [
      ...Array.from({ length: 12 }, (_, at) => `items.1.f${at}`),
      'items.0.unit',
      'items.2.unit',
      'notes',
    ];
    const refusal = invalid(
      Object.fromEntries(fields.map((name) => [name, [{ key: 'validation.required' as const }]])),
    );
    const document = { ...record, lines: [7, 8, 11], externalId: 'O1' };
    const errors = rowErrors(kind, document, refusal, true).map(({ line, field, key }) => [line, field ?? key]);
    expect(errors).toEqual([
      ...Array.from({ length: 10 }, (_, at) => [8, `item_f${at}`]),
      [8, 'imports.more_errors'],
      [7, 'item_unit'],
      [7, 'notes'],
      [11, 'item_unit'],
    ]);
  });

  it('mention it if the error names only its first hundred fields', () => {
    const text = { key: 'error.validation_first', params: { max: 100 } } as const;
    const refusal = new DomainError('VALIDATION_ERROR', text, { fields: { name: [{ key: 'validation.required' }] } });
    expect(rowErrors(KIND, { ...record, externalId: 'V1' }, refusal, false)).toEqual([
      expect.objectContaining({ line: 7, field: 'name', key: 'validation.required' }),
      { ...{ line: 7, externalId: 'V1', field: null, code: 'VALIDATION_ERROR' }, ...text },
    ]);
  });

  it('contain at most 255 characters of an external id and a field', () => {
    const long = 'x'.repeat(5_000);
    const [error] = rowErrors(
      KIND,
      { ...record, externalId: long },
      invalid({ [long]: [{ key: 'validation.required' }] }),
      false,
    );
    expect([error?.externalId?.length, error?.field?.length]).toEqual([255, 255]);
  });
});
