export {
  follow,
  type AskForChanges,
  type ChangeEntry,
  type ChangesAnswer,
  type ChangesPart,
  type ChangesQuery,
  type FollowOptions,
} from './changes.js';
export type { ConnectionOptions } from './connection.js';
export {
  AbilityError,
  ApiError,
  ConnectionError,
  CursorExpiredError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  UnauthenticatedError,
  ValidationError,
  type ErrorCode,
  type FieldMessages,
} from './errors.js';
export { connectFormA } from './form-a.js';
export { connectFormB } from './form-b.js';
export {
  MemoryStore,
  mirror,
  type MirrorOptions,
  type MirroredResource,
  type MirrorStore,
  type MirrorWrite,
} from './mirror.js';
export {
  items,
  listAll,
  pages,
  parts,
  type AskByCursor,
  type AskForPage,
  type CursorAnswer,
  type CursorOptions,
  type CursorQuery,
  type ListAnswer,
  type PageQuery,
} from './pages.js';
export type { RetryOptions } from './retry.js';
