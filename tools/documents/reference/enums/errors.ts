import { ERROR_CODES } from '../../../../src/common/errors';
import { readErrorText } from '../../../../src/integration/documentation/errors/pages';
import type { NamedEnum } from '../../openapi/reference';

/** Bodies of 401, and of 403 for an ability, contain no code. */
const codes = ERROR_CODES.filter((code) => code !== 'UNAUTHENTICATED' && code !== 'FORBIDDEN_ABILITY');

/** Every code that an error body can contain, with its title. */
export const ERROR_CODE_ENUM: NamedEnum = {
  name: 'ErrorCode',
  description: 'Why a request was refused. Each has a page: `/docs/errors/{code}`.',
  values: Object.fromEntries(codes.map((code) => [code, `${readErrorText(code).en.title}.`])),
};
