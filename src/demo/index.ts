export { actingAs } from './acting-as';
export { PEOPLE } from './fixtures';
export { listenToItself, seed, type Api } from './seed';
