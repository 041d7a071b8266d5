export { PEOPLE } from './fixtures';
export { listenToItself, seed } from './seed';
export type { Api } from './seed';
