export { askedAddress, headerValues } from './asked';
export type { AddressSettings, Asked } from './asked';
export { tenantSlug } from './host';
export { PublicAddress } from './public-address';
export { pathIn, readTarget } from './target';
export type { Target } from './target';
