export { claimJobs, type JobRef } from './claim-jobs';
export { type JobKind, JobRunner } from './job-runner';
export { JobsRepository, type Leased } from './jobs.repository';
export { KeptLease, LostLease } from './kept-lease';
