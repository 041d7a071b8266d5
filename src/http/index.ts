export { headerValues, tenantSlug } from './address';
export { csvFile, mapped, PrefersCsv } from './csv';
export type { CsvCell } from './csv';
export { IfMatches, requireVersion, versioned } from './etag';
export type { IfMatch } from './etag';
export { WithMessage } from './forms';
export { OutsideTransaction } from './idempotency';
export * from './limits';
export { Answers, AnswersFile, AnswersNothing, AnswersNull, AnswersPage } from './openapi/answers';
export { Examples } from './openapi/examples';
export type { OperationExamples } from './openapi/examples';
export { Out } from './openapi/out';
export { PREFIX, formOf } from './request';
export type { Form, ServiceRequest } from './request';
export {
  ACCESS,
  AnyToken,
  CurrentActor,
  CurrentLanguage,
  Public,
  Requires,
  UNLIMITED,
  Unlimited,
} from './routing/access';
export type { Access } from './routing/access';
export { BothForms, FormA, FormB } from './routing/controllers';
export { Multipart, Produces } from './routing/media';
export { PathId } from './routing/path-id';
export { ClientGone, TakesReportTurns } from './turns';
export { unavailable } from './errors/to-domain-error';
export { Field, ListQuery, Parameter, Rules, rules } from './validation';
export type { FieldOptions, ListParameters } from './validation';
export type { DocumentExtras } from './openapi/build';
export type { JsonObject } from './openapi/schema';
