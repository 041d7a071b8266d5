export { Primary, reportServing as reportServing } from './primary';
export { sharedPort } from './shared-port';
export { failToStart, migrationFailure, printStopFailed as printStopFailed, startFailure } from './start-failure';
export { StopSignals } from './stop-signals';
