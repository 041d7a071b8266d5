export { resetNightly } from './nightly';
export { resetSandbox } from './reset';
export type { Which } from './reset';
