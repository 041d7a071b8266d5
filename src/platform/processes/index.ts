export { Primary, tellServing } from './primary';
export { sharedPort } from './shared-port';
export { failToStart, migrationFailure, sayStopFailed, startFailure } from './start-failure';
export { StopSignals } from './stop-signals';
