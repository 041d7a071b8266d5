import { apiName } from '../common/records/changes';
import { decimal } from '../common/money';
import {
  type DailyFigures,
  FIGURE_NAMES,
  type FigureName,
  mapFigures,
  type PerformanceFigures,
} from './domain/figures';

/** Figures by day as the column `figures` stores them in JSON: exact decimals as text, zeros left out. */
export type StoredFigures = Readonly<Record<string, Partial<Record<FigureName, string>>>>;

/** Figures as JSON stores them. */
export function storedFigures(days: DailyFigures): StoredFigures {
  return Object.fromEntries([...days].map(([day, figures]) => [day, sparse(figures)]));
}

/** Stored figures by day; none for null. */
export function dailyFigures(stored: StoredFigures | null): DailyFigures {
  return new Map(
    Object.entries(stored ?? {}).map(([day, figures]) => [day, mapFigures((name) => decimal(figures[name] ?? 0))]),
  );
}

function sparse(figures: PerformanceFigures): Partial<Record<FigureName, string>> {
  const given = FIGURE_NAMES.filter((name) => !figures[name].eq(0));
  return Object.fromEntries(given.map((name) => [name, figures[name].toFixed()]));
}

/** The columns of all figures, in the order of {@link FIGURE_NAMES}. */
export const COLUMNS = FIGURE_NAMES.map((name) => apiName(name));
