import type { ErrorCode } from '../../../../common/errors';
import type { ErrorPage } from './page';
import { REQUEST_PAGES } from './of-requests';
import { RULE_PAGES } from './of-rules';

/** The page about every error code. A code without one does not compile. */
export const ERROR_PAGES: Readonly<Record<ErrorCode, ErrorPage>> = { ...REQUEST_PAGES, ...RULE_PAGES };

export type { ErrorPage } from './page';
