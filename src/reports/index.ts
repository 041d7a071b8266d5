/** Reports. Nobody tells this module anything: its figures follow the tables by triggers; see the migration that makes them. */
export { FigureFolding } from '../figures/figure-folding';
export { FigureVerification } from '../figures/figure-verification';
export type { FigureDifference } from '../figures/figure-verification';
export { VendorSpending } from './spending/vendor-spending';
export { ReportsModule } from './reports.module';
