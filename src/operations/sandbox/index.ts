export { resetNightly, resetSandbox } from './reset';
