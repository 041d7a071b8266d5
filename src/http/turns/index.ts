export { ClientGone } from './client-gone';
export { TenantTurns } from './tenant-turns';
export { TakesReportTurns, TakesSearchTurns } from './turns.interceptor';
