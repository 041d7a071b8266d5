import { inEnglish } from '../../../../test/support/refusals';
import { duplicateNote } from './delivery';

describe('duplicateNote', () => {
  const receipts = [
    { grNumber: 'GR-2026-000001', deliveryNoteNumber: 'DN-1' },
    { grNumber: 'GR-2026-000002', deliveryNoteNumber: ' Straße 7' },
    { grNumber: 'GR-2026-000003', deliveryNoteNumber: 'dn-1' },
    { grNumber: 'GR-2026-000004', deliveryNoteNumber: 'ISI-4' },
  ];

  it.each([
    ['DN-1', 'GR-2026-000001'],
    [' dn-1 ', 'GR-2026-000001'],
    ['ＤＮ-１', 'GR-2026-000001'],
    ['STRASSE 7', 'GR-2026-000002'],
    ['DN\u2010\u0661\u200f', 'GR-2026-000001'],
  ])('warns for the note %s of the receipt %s', (note, number) => {
    const [warning, ...rest] = duplicateNote(note, receipts);
    expect(rest).toEqual([]);
    expect(warning?.code).toBe('DUPLICATE_SUSPECTED');
    expect(warning && inEnglish(warning.text)).toContain(`${number} of this order already has the delivery note`);
  });

  it.each([['DN-2'], ['DN1'], ['ISı-4'], [null]])('returns no warning for the note %s', (note) => {
    expect(duplicateNote(note, receipts)).toEqual([]);
  });
});
