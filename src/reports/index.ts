/** Reports. Nobody tells this room anything: its figures follow the tables by triggers; see the migration that makes them. */
export { FigureFolding } from './figure-folding';
export { ReportsModule } from './reports.module';
