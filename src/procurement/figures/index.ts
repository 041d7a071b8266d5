/** Counts and amounts that triggers update. Reports read them over a period; lists read their exact totals. */
export { figureRanges, opposite } from './domain/ranges';
export { FigureFolding } from './figure-folding';
export * from './figures.sql';
export { FiguresModule } from './figures.module';
export { type Counted, listPage, type ListPart, totalQuery } from './list-page';
