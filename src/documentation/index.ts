export { serveReference } from './reference/reference';
