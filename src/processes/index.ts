export { Primary, tellServing } from './primary';
export { failToStart, sayStopFailed, startFailure } from './start-failure';
export { StopSignals } from './stop-signals';
