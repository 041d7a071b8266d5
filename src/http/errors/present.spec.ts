import { invalid } from '../../common/errors';
import { presentError } from './present';

const context = { language: 'en', requestId: 'r', timestamp: '2026-03-10T09:00:00.000Z' } as const;
const wrong = (count: number): ReturnType<typeof invalid> =>
  invalid(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`items.${String(at)}.id`, [{ key: 'validation.id' }]]),
    ),
  );

it('a refusal names each field, with its messages', () => {
  expect(presentError('a', wrong(2), context)).toMatchObject({
    error: {
      code: 'VALIDATION_ERROR',
      message: 'The given data was invalid.',
      details: { 'items.0.id': ['Must be a positive integer.'], 'items.1.id': ['Must be a positive integer.'] },
    },
  });
});

it.each(['a', 'b'] as const)(
  'a refusal names a hundred fields at most, and says so when there are more (Form %s)',
  (form) => {
    const inFull = JSON.stringify(presentError(form, wrong(100), context));
    expect(inFull).toContain('items.99.id');
    expect(inFull).toContain('The given data was invalid."');
    const cut = JSON.stringify(presentError(form, wrong(101), context));
    expect(cut).toContain('items.99.id');
    expect(cut).not.toContain('items.100.id');
    expect(cut).toContain('The first 100 fields are named.');
  },
);
