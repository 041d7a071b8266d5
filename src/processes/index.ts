export { Primary, tellServing } from './primary';
export { failToStart, sayStopFailed } from './say-failure';
export { startFailure } from './start-failure';
export { StopSignals } from './stop-signals';
