export { exampleBody } from './errors/examples';
export { presentRefused, RefusedResponse, WarningResponse } from './errors/present';
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
export { type Form, type FormWords, type OfForm, type PerForm, PREFIX, type Vocabulary } from './request/form';
export { KEPT_ANSWERS } from './idempotency/kept-answers.repository';
export { OutsideTransaction } from './idempotency/idempotency.interceptor';
export { Answers, AnswersFeed, AnswersFile, AnswersNothing, AnswersNull, AnswersPage } from './openapi/answers';
export type { DocumentExtras } from './openapi/build';
export { KeptDocuments } from './openapi/documentation';
export { Examples, type OperationExamples } from './openapi/examples';
export type { NamedEnum, Reference, Told } from './openapi/reference';
export type { JsonObject } from './openapi/schema';
export { headerValues, tenantSlug } from './request/address';
export { keptAnswer, sendKept } from './server/kept-answer';
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
