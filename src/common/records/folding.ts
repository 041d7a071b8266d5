/**
 * Two texts that a person would read as the same have the same key: compatibility forms, case, and space at the ends
 * are ignored (NFKC, trimmed, case-folded).
 */
export function foldText(text: string): string {
  return foldCase(text.normalize('NFKC')).normalize('NFKC').trim();
}

/**
 * Full case folding in which a letter's place in the word does not matter: `ß` is `ss`, a final sigma is a sigma. The dotless
 * `ı` stays itself, as Unicode's case folding has it. The text is folded as a whole: matching folds the descriptions of a thousand lines.
 */
function foldCase(text: string): string {
  const parts = text.split('ı').map((part) => part.toUpperCase().toLowerCase().replaceAll('ς', 'σ'));
  return parts.join('ı');
}
