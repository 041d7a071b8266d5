/** One sentence in both languages. A catalogue that lacks either does not compile. */
export interface Sentence {
  readonly en: string;
  readonly ar: string;
}

/** Declares a module's sentences; keys are `module.name`, placeholders `{name}`. */
export function catalogue<const Key extends string>(
  sentences: Readonly<Record<Key, Sentence>>,
): Readonly<Record<Key, Sentence>> {
  return sentences;
}
