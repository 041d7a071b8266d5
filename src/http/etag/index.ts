export { IfMatches, requireVersion } from './if-match';
export type { IfMatch } from './if-match';
export { versioned } from './versioned';
