/** Reports. Nobody tells this room anything: its figures follow the tables by triggers; see docs/decisions/reports.md. */
export { FigureFolding } from './figure-folding';
export { ReportsModule } from './reports.module';
