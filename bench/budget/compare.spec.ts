import { type Budget, compare, type Counts } from './compare';

const BEFORE: Counts = { statements: 4, roundTrips: 2, bytes: 3000, allocated: 100_000 };

const compared = (now: Partial<Counts>): ReturnType<typeof compare> =>
  compare({ 'W1: GET': BEFORE }, { 'W1: GET': { ...BEFORE, ...now } });

describe('the counts of a request', () => {
  it('stay within the budget if nothing changed', () => {
    expect(compared({})).toEqual({ grown: [], shrunk: [] });
  });

  it.each([
    [{ statements: 5 }, 'W1: GET: SQL statements grew: 4 in the budget, 5 found'],
    [{ roundTrips: 2.02 }, 'W1: GET: round trips to PostgreSQL grew: 2 in the budget, 2.02 found'],
    [{ bytes: 3001 }, 'W1: GET: bytes of the response grew: 3000 in the budget, 3001 found'],
    [{ allocated: 105_001 }, 'W1: GET: allocated bytes grew: 100000 in the budget, 105001 found'],
  ])('have grown with %j', (now, sentence) => {
    expect(compared(now)).toEqual({ grown: [sentence], shrunk: [] });
  });

  it.each([
    [{ statements: 3 }, 'W1: GET: SQL statements shrank: 4 in the budget, 3 found'],
    [{ allocated: 94_999 }, 'W1: GET: allocated bytes shrank: 100000 in the budget, 94999 found'],
  ])('have shrunk with %j', (now, sentence) => {
    expect(compared(now)).toEqual({ grown: [], shrunk: [sentence] });
  });

  it.each([{ allocated: 105_000 }, { allocated: 95_000 }])('tolerate a small difference of allocations: %j', (now) => {
    expect(compared(now)).toEqual({ grown: [], shrunk: [] });
  });

  it('ignore figures that are excluded', () => {
    const now: Budget = { 'W1: GET': { ...BEFORE, allocated: 200_000 } };
    expect(compare({ 'W1: GET': BEFORE }, now, ['statements', 'bytes'])).toEqual({ grown: [], shrunk: [] });
  });

  it('require a budget for each workload, and a count for each budget', () => {
    expect(compare({ 'W2: list': BEFORE }, { 'W1: GET': BEFORE })).toEqual({
      grown: ['W1: GET: it is not in the budget'],
      shrunk: ['W2: list: it is in the budget, but is not counted any more'],
    });
  });
});
