import { decimal, ZERO } from '../../common/money';
import { allocatedSplit } from './expense-split';

const whole = decimal(1000);
const nobody = { capex: null, opex: null };

describe('what is allocated to each expense type', () => {
  it.each([
    ['both parts', { capex: decimal(300), opex: decimal(700) }],
    ['CAPEX alone', { capex: decimal(300), opex: null }],
    ['OPEX alone', { capex: null, opex: decimal(700) }],
  ])('is the given split: %s', (_, said) => {
    expect(allocatedSplit(whole, 'CAPEX', said)).toEqual(said);
  });

  it.each([
    ['CAPEX', { capex: whole, opex: ZERO }],
    [' capex ', { capex: whole, opex: ZERO }],
    ['Opex', { capex: ZERO, opex: whole }],
  ])('is the whole where the category is an expense type: %j', (category, split) => {
    expect(allocatedSplit(whole, category, nobody)).toEqual(split);
  });

  it.each([null, '', 'Travel'])('is unknown for the category %j', (category) => {
    expect(allocatedSplit(whole, category, nobody)).toEqual(nobody);
  });
});
