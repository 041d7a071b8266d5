import { IsInt, validateSync } from 'class-validator';
import fc from 'fast-check';
import { SettingsDto } from '../../../organisation/settings/requests';
import { PaymentDto } from '../../../procurement/invoices/payments/requests';
import { CreateOrderDto, LineChangeDto, UpdateOrderDtoB } from '../../../procurement/purchase-orders/http/requests';
import { UpdateVendorDto } from '../../../procurement/vendors/http/requests';
import { isAccepted } from './accepted';
import { EmptyDto } from '../external';
import { ListQuery } from '../list-query';
import { shapesOf } from '../shape';

class Query extends ListQuery({ sortable: ['created_at'] }) {}

const VALUES = [undefined, null, '', 'a', 'a\nb', '2026-11-28', 1, 0, -1, 2.5, 1e20, Number.NaN, true, [], ['a'], {}];

const acceptedByLibrary = (input: object): boolean =>
  validateSync(input, { forbidUnknownValues: false, validationError: { target: false, value: false } }).length === 0;

const TYPES = [CreateOrderDto, LineChangeDto, UpdateOrderDtoB, UpdateVendorDto, PaymentDto, SettingsDto, Query];

it.each(TYPES.map((type) => ({ name: type.name, type })))(
  'accepts an input of $name if class-validator accepts it',
  ({ type }) => {
    const names = [...shapesOf(type).keys()];
    const inputs = fc
      .dictionary(fc.constantFrom(...names), fc.constantFrom(...VALUES), { maxKeys: 4 })
      .map((fields) => Object.assign(new type(), fields));
    const found = new Set<boolean>();
    fc.assert(
      fc.property(inputs, (input) => {
        const accepted = acceptedByLibrary(input);
        found.add(accepted);
        expect(isAccepted(input)).toBe(accepted);
      }),
      { numRuns: 500 },
    );
    // An order has required fields with objects, which none of these values has.
    expect([...found].sort()).toEqual(type === CreateOrderDto ? [false] : [false, true]);
  },
);

it('accepts a type without fields', () => {
  expect(isAccepted(new EmptyDto())).toBe(true);
});

it('accepts nothing of a type with a decorator that it does not know', () => {
  class Counted {
    @IsInt()
    count = 1;
  }
  expect(acceptedByLibrary(new Counted())).toBe(true);
  expect(isAccepted(new Counted())).toBe(false);
});
