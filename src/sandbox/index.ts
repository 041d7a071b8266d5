export { resetNightly } from './nightly';
export { resetSandbox } from './reset';
