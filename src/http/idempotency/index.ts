export { AnswerAsIsFilter } from './answer-as-is';
export { ExpiredKeys } from './expired-keys';
export { IdempotencyInterceptor, OutsideTransaction } from './idempotency.interceptor';
export { KeptAnswers } from './kept-answers.repository';
export { SafeRetries } from './safe-retries';
