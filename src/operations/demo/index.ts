export { actingAs, DEMO_TENANTS, mint } from './demo-tenant';
export { PEOPLE } from './fixtures';
export { listenToItself, type Api } from './seed';
export { STRICT_PEOPLE } from './strict';
