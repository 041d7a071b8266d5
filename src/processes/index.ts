export { Primary } from './primary';
