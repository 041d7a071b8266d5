/** Diagnoses an installation and advises the operator. Works even if the service cannot start. */
export { examine } from './examination';
export { diagnosis, table } from './report';
