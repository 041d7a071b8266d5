export { headerValues, tenantSlug } from './request/address';
export { csvFile, mapped, PrefersCsv } from './forms/csv';
export type { CsvCell } from './forms/csv';
export { WithMessage, versioned } from './forms/envelope.interceptors';
export { PREFIX } from './forms/form';
export type { Form, FormWords, Vocabulary } from './forms/form';
export { OutsideTransaction } from './idempotency';
export * from './request/limits';
export { Answers, AnswersFile, AnswersNothing, AnswersNull, AnswersPage } from './openapi/answers';
export { Examples } from './openapi/examples';
export { Out } from './openapi/out';
export type { ServiceRequest } from './request/request';
export {
  ACCESS,
  AnyToken,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Public,
  Requires,
  UNLIMITED,
  Unlimited,
} from './routing/access';
export type { Access } from './routing/access';
export { BothForms, FormA, FormB } from './routing/controllers';
export { Body, Multipart, Query } from './routing/content';
export { IfMatches } from './routing/if-match';
export { PathId } from './routing/path-id';
export { ClientGone, TakesReportTurns } from './turns';
export { unavailable } from './errors/to-domain-error';
export { Field, ListQuery, Parameter, Rules, rules } from './validation';
export type { DocumentExtras } from './openapi/build';
export type { JsonObject } from './openapi/schema';
