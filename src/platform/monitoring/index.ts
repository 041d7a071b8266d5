/**
 * What operators watch that only the database knows: how much waits for workers, and what verifications found last. Workers
 * ask for it every ten seconds, so that asking for metrics asks the database nothing.
 *
 * - `VerificationResults.keep()`: for the commands that verify.
 */
export { MonitoringModule, VerificationResults } from './backlogs';
