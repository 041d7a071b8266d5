export { actingAs, DEMO_TENANTS } from './demo-tenant';
export { PEOPLE } from './fixtures';
export { listenToItself, type Api } from './seed';
export { STRICT_PEOPLE } from './strict';
