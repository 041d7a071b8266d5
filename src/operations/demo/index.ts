export { DEMO_TENANTS } from './demo-tenant';
export { actingAs } from './acting-as';
export { PEOPLE } from './fixtures';
export { listenToItself, type Api } from './seed';
export { STRICT_PEOPLE } from './strict';
