export { PEOPLE } from './fixtures';
export { listenToItself, seed, type Api } from './seed';
