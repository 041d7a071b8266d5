export { PEOPLE } from './fixtures';
export { listenToItself } from './own-api';
export { seed } from './seed';
export type { Api } from './seed';
