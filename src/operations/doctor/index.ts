/** Looks at an installation as its operator would, and says what is wrong and what to do. Works where the service cannot start. */
export { examine } from './examination';
export { diagnosis, table } from './report';
