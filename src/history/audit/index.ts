export { AuditEntryResponse, toEntryResponse } from './answers';
export { AuditQueries } from './audit.queries';
export { AuditModule } from './audit.module';
