/** Reports. Nobody tells this module anything: its figures follow the tables by triggers; see the migration that makes them. */
export { FigureFolding } from './figure-folding';
export { FigureVerification } from './figure-verification';
export type { FigureDifference } from './figure-verification';
export { VendorSpending } from './vendor-spending';
export { ReportsModule } from './reports.module';
