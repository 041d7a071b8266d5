export { Primary, tellServing } from './primary';
export { failToStart, migrationFailure, sayStopFailed, startFailure } from './start-failure';
export { StopSignals } from './stop-signals';
