import { filterOf, storedFilter } from './filter';

it.each([
  [null, null],
  [{}, null],
  [{ department_ids: [2] }, { department_ids: [2], vendor_ids: null }],
  [{ vendor_ids: [1, 7] }, { department_ids: null, vendor_ids: [1, 7] }],
  [
    { department_ids: [2, 3], vendor_ids: [1] },
    { department_ids: [2, 3], vendor_ids: [1] },
  ],
])('stores %j and shows it as %j', (given, shown) => {
  expect(filterOf(storedFilter(given))).toEqual(shown);
});
