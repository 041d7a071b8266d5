import { decimal } from '../../../common/money';
import { type FigureName, mapFigures, NO_FIGURES } from './figures';
import { scores } from './scores';

const figures = (given: Partial<Record<FigureName, number | string>>) =>
  mapFigures((name) => decimal(given[name] ?? 0));

describe('scores', () => {
  it('are 0 and unknown without data', () => {
    expect(scores(NO_FIGURES)).toEqual({
      overall: 0,
      delivery: { score: 0, averageDays: 0, onTimePercentage: 0 },
      quality: { score: 0, defectRate: 0, returnRate: 0 },
      pricing: { score: 0, competitiveness: 'unknown' },
      responsiveness: { score: 0, averageHours: 0 },
    });
  });

  // 3 of 4 on time: 75. 100 received, 2 rejected, 1 returned: 100 - 10 x 3 = 70. 2 % above: 80. 96 h: 50.
  // 40 x 75 + 30 x 70 + 20 x 80 + 10 x 50 = 7,200 of 100.
  it('weigh delivery 40, quality 30, pricing 20, responsiveness 10', () => {
    const all = figures({
      linesOnTime: 3,
      linesLate: 1,
      receipts: 2,
      receiptDays: 9,
      received: 100,
      rejected: 2,
      returned: 1,
      pricedLines: 4,
      priceDeviation: 8,
      answers: 1,
      answerHours: 96,
    });
    expect(scores(all)).toEqual({
      overall: 72,
      delivery: { score: 75, averageDays: 4.5, onTimePercentage: 75 },
      quality: { score: 70, defectRate: 2, returnRate: 1 },
      pricing: { score: 80, competitiveness: 'average' },
      responsiveness: { score: 50, averageHours: 96 },
    });
  });

  // Without an invoice: (40 x 100 + 30 x 90) / 70 = 95.71.
  it('weigh only the metrics that have data', () => {
    expect(scores(figures({ linesOnTime: 1, received: 100, rejected: 1 })).overall).toBe(96);
  });

  it.each([
    [5, 5, 0],
    [0, 11, 0],
    [0, 0, 100],
  ])('for quality with %s rejected and %s returned of 100 are %s', (rejected, returned, score) => {
    expect(scores(figures({ received: 100, rejected, returned })).quality.score).toBe(score);
  });

  it.each([
    [-3, 'competitive', 100],
    [0, 'competitive', 100],
    ['0.0001', 'average', 100],
    [5, 'average', 50],
    ['5.0001', 'expensive', 50],
    [10, 'expensive', 0],
    [40, 'expensive', 0],
  ])('for prices %s %% above the order are %s and %s', (priceDeviation, competitiveness, score) => {
    expect(scores(figures({ pricedLines: 1, priceDeviation })).pricing).toEqual({ competitiveness, score });
  });

  it.each([
    [0, 100],
    [24, 100],
    [60, 75],
    [168, 0],
    [500, 0],
  ])('for a responsiveness of %s hours are %s', (answerHours, score) => {
    expect(scores(figures({ answers: 1, answerHours })).responsiveness.score).toBe(score);
  });
});
