/** Reports. No module calls this one: reports read what others have written, most of it from `src/procurement/figures`. */
export { ReportsModule } from './reports.module';
export { VendorSpending } from './spending/spending.sql';
export { FigureVerification } from './figure-verification.sql';
