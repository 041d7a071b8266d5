export { exampleBody } from './errors/examples';
export { toRejectedResponse, RefusedResponse, WarningResponse } from './errors/present';
export { isForbidden, STATUS } from './errors/status';
export {
  type CsvCell,
  csvFile,
  csvFileOfCells,
  mapped,
  PrefersCsv,
  type ListFormat,
  NDJSON,
  ndjsonFile,
  PreferredFormat,
} from './forms/files';
export { versioned, BothForms } from './forms/envelope.interceptor';
export { type Form, type FieldAliases, type OfForm, type PerForm, PREFIX, type FormAliases } from './request/form';
export { STORED_RESPONSES } from './idempotency/idempotency-records.repository';
export { OutsideTransaction } from './idempotency/idempotent-answers';
export { Answers, AnswersFeed, AnswersFile, AnswersNothing, AnswersNull, AnswersPage } from './openapi/answers';
export { Examples, type OperationExamples } from './openapi/examples';
export { headerValues, tenantSlug } from './request/address';
export { cacheResponse, sendCached } from './server/cached-response';
export type { ServiceRequest } from './request/request';
export { HttpPorts, type RequestWatcher, type WatchedRequest } from './request/watched';
export { ACCESS, type Access, AnyToken, Public, Requires, UNLIMITED, Unlimited } from './routing/access';
export { Deprecates } from './routing/deprecates';
export {
  Body,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  IfMatches,
  Multipart,
  PathExternalId,
  PathId,
  PathName,
  Query,
  TakesRaw,
} from './routing/parameters';
export { ClientGone, clientGone } from './request/client-gone';
export { TakesReportTurns, TenantTurns } from './turns/turns.interceptor';
// Declares request types. It is a separate folder because imports also validate records with it.
export * from '../validation';
