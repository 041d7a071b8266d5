/** The LIKE pattern of the text somewhere inside, each of its characters meaning itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Whether the indexes of texts can find it: their keys are looked up by three characters at least. */
export function isIndexed(text: string): boolean {
  return [...text].length >= 3;
}
