/**
 * Report figures: counts and amounts that triggers keep as orders, invoices, payments, vendors and performance change.
 * Reports read them over a period, lists read their exact totals from them.
 *
 * - `FIGURES`, `FIGURE_SUMS`, `figureValues`: SQL that reads figures over a period, folded or not.
 * - `listPage`, `totalQuery`: a page of a list, and how long it is.
 */
export { figureRanges, opposite } from './domain/ranges';
export { FigureFolding } from './figure-folding';
export * from './figures.sql';
export { FiguresModule } from './figures.module';
export { listPage, totalQuery } from './list-page';
export type { Counted, ListPart } from './list-page';
