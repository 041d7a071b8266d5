/**
 * Metrics that need the database: the backlog of the workers, and the results of the last verifications. Workers
 * refresh them every ten seconds, so a scrape sends no query. Commands that verify call `VerificationResults.keep()`.
 */
export { MonitoringModule, VerificationResults } from './backlogs';
