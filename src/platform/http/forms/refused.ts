import type { DomainError } from '../../../common/errors';
import type { Language } from '../../../messages';
import type { FormWords } from '../request/form';
import { Out } from '../../validation';
import { errorMember, inWords } from '../errors/present';

/** Why one of several things that a request asked for was refused, in the request's answer. */
export class RefusedResponse {
  @Out.text({ example: 'BUDGET_EXCEEDED' }) code: string;

  @Out.text({ example: 'The budget IT 2026 has 100.00 SAR available; 150.00 are requested, 50.00 too many.' })
  message: string;

  @Out.map({ optional: true, description: 'What a refusal of its own would have as `details`.' })
  details?: Readonly<Record<string, unknown>>;
}

/** Something to know of a change that was made all the same. */
export class WarningResponse {
  @Out.text({
    description:
      'What a program branches on: `NO_BUDGET`, `DUPLICATE_SUSPECTED`, `BANK_DETAILS_UNVERIFIED`, or the code that a stricter setting would refuse with.',
    example: 'NO_BUDGET',
  })
  code: string;

  @Out.text({
    description: 'A sentence for a person, in English or Arabic by `Accept-Language`.',
    example: 'No budget covers this document.',
  })
  message: string;
}

/** A refusal of one of several things, in the caller's language and the form's words. */
export function presentRefused(error: DomainError, language: Language, words?: FormWords): RefusedResponse {
  return errorMember(inWords(error, words, language), language);
}
