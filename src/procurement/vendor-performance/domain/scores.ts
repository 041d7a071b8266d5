import { type Decimal, decimal, max, min, round, toNumber, ZERO } from '../../../common/money';
import { figuresOf, type PerformanceFigures } from './figures';

const HUNDRED = decimal(100);
/** Weights of the metrics. The overall score ignores metrics without data. */
const WEIGHTS = { delivery: 40, quality: 30, pricing: 20, responsiveness: 10 } as const;
/** Points lost per percent rejected or returned, and per percent of price above the order. */
const POINTS_PER_PERCENT = 10;
/** Up to this percentage above the order price, prices are `average`. */
const AVERAGE_UP_TO = 5;
/** Hours from approval to the first receipt: up to 24 score 100, from 168 on 0, linear between. */
const PROMPT_HOURS = 24;
const SLOW_HOURS = 168;

/** 0 to 100, unrounded; undefined without data. */
type Score = Decimal | undefined;

/** Integers from 0 to 100; percents and rates with two decimals; 0 and `unknown` without data. */
export function scores(figures: PerformanceFigures) {
  const { received } = figures;
  const onTime = ratio(figures.linesOnTime.times(100), figures.linesOnTime.plus(figures.linesLate));
  const defectRate = ratio(figures.rejected.times(100), received);
  const returnRate = ratio(figures.returned.times(100), received);
  const above = ratio(figures.priceDeviation, figures.pricedLines);
  const hours = ratio(figures.answerHours, figures.answers);
  const hoursLeft = hours && decimal(SLOW_HOURS).minus(hours);
  const metrics = {
    delivery: onTime,
    quality: defectRate && within(HUNDRED.minus(defectRate.plus(returnRate ?? 0).times(POINTS_PER_PERCENT))),
    pricing: above && within(HUNDRED.minus(above.times(POINTS_PER_PERCENT))),
    responsiveness: hoursLeft && within(hoursLeft.times(100).div(SLOW_HOURS - PROMPT_HOURS)),
  };
  return {
    overall: whole(weighted(metrics)),
    delivery: {
      score: whole(metrics.delivery),
      averageDays: shown(ratio(figures.receiptDays, figures.receipts)),
      onTimePercentage: shown(onTime),
    },
    quality: { score: whole(metrics.quality), defectRate: shown(defectRate), returnRate: shown(returnRate) },
    pricing: { score: whole(metrics.pricing), competitiveness: competitiveness(above) },
    responsiveness: { score: whole(metrics.responsiveness), averageHours: shown(hours) },
  };
}

/** The overall score, 0 to 100, of sums by column name; 0 without sums. */
export function overallScoreOf(sums: Readonly<Record<string, string>> | undefined): number {
  return scores(figuresOf(sums)).overall;
}

function weighted(metrics: Readonly<Record<keyof typeof WEIGHTS, Score>>): Score {
  let points = ZERO;
  let weights = ZERO;
  for (const name of Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]) {
    const score = metrics[name];
    if (!score) continue;
    points = points.plus(score.times(WEIGHTS[name]));
    weights = weights.plus(WEIGHTS[name]);
  }
  return ratio(points, weights);
}

function competitiveness(percentAbove: Decimal | undefined): 'competitive' | 'average' | 'expensive' | 'unknown' {
  if (!percentAbove) return 'unknown';
  if (percentAbove.lte(0)) return 'competitive';
  return percentAbove.lte(AVERAGE_UP_TO) ? 'average' : 'expensive';
}

function ratio(part: Decimal, whole: Decimal): Decimal | undefined {
  return whole.eq(0) ? undefined : part.div(whole);
}

function within(score: Decimal): Decimal {
  return min(max(score, ZERO), HUNDRED);
}

function whole(score: Score): number {
  return toNumber(round(score ?? ZERO, 0));
}

function shown(value: Decimal | undefined): number {
  return toNumber(round(value ?? ZERO, 2));
}
