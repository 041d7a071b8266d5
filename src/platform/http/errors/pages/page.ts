import type { ErrorCode, ErrorExtras, Message } from '../../../../common/errors';
import type { Language } from '../../../../common/messages';

type Words = Readonly<Record<Language, string>>;

/** What the page about an error code says. */
export interface ErrorPage {
  /** The code in a few words. */
  readonly title: Words;
  readonly cause: Words;
  /** What to do about it. */
  readonly mend: Words;
  /** What an error of this code says in the examples, of the demo tenant. */
  readonly example: Message & Pick<ErrorExtras, 'fields' | 'details'>;
}

export type ErrorPages = Readonly<Partial<Record<ErrorCode, ErrorPage>>>;
