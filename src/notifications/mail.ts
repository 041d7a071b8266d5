import type { ComposedLetter } from './letter';

/** Who gets a letter. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** A letter with its recipient, as it is kept until it is sent. */
export interface Mail extends ComposedLetter {
  readonly to: Recipient;
}
