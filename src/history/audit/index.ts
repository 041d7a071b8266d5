export { AuditEntryResponse, presentEntry } from './answers';
export { AuditQueries } from './audit.queries';
export { AuditModule } from './audit.module';
