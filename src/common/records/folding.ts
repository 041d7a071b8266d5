/**
 * Two texts that a person would read as the same have the same key: compatibility forms, case, and space at the ends
 * are ignored (NFKC, trimmed, case-folded).
 */
export function foldText(text: string): string {
  return foldCase(text.normalize('NFKC')).normalize('NFKC').trim();
}

/**
 * Full case folding, one character at a time so that a letter's place in the word does not matter: `ß` is `ss`, a final
 * sigma is a sigma. The dotless `ı` stays itself, as Unicode's case folding has it.
 */
function foldCase(text: string): string {
  let folded = '';
  for (const character of text) {
    folded += character === 'ı' ? character : [...character.toUpperCase()].map((upper) => upper.toLowerCase()).join('');
  }
  return folded;
}
