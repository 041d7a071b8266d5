/** Reports read figures of other modules, mostly from `src/procurement/figures`. No module calls them. */
export { ReportsModule } from './reports.module';
export { VendorSpending } from './spending/spending.sql';
export { FigureVerification } from './figure-verification.sql';
