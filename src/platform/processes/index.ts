export { Primary, reportServing } from './primary';
export { sharedPort } from './shared-port';
export { failToStart, migrationFailure, printStopFailed, startFailure } from './start-failure';
export { StopSignals } from './stop-signals';
