import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * The text of each page. Latin text is in reading order. The words of an Arabic line are complete but ordered from left
 * to right, so look for single words ({@link wordsOf}).
 */
export function pagesOf(pdf: Buffer): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'extract-text.mjs')], {
    input: pdf,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The PDF cannot be read: ${stderr.toString()}`);
  return (JSON.parse(stdout.toString()) as string[]).map((page) => page.replace(/\s+/g, ' '));
}

export function wordsOf(pdf: Buffer): Set<string> {
  return new Set(
    pagesOf(pdf)
      .join(' ')
      .split(/[\s.]+|(?<=\P{Script=Arabic})(?=\p{Script=Arabic})|(?<=\p{Script=Arabic})(?=\P{Script=Arabic})/u),
  );
}
