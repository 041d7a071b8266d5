import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../docs/guide');

export const LANGUAGES = ['bash', 'ts', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The output of a sample in the guide. */
export interface Shown {
  readonly kind: 'json' | 'text';
  readonly text: string;
}

/** A sample to run, with its answer if the page shows one. */
export interface Sample {
  readonly language: Language;
  readonly line: number;
  readonly code: string;
  readonly answer?: Shown;
}

export interface GuidePage {
  readonly name: string;
  readonly text: string;
  readonly samples: readonly Sample[];
  /** Fences that are neither a sample nor the answer of a sample. */
  readonly unmarked: readonly string[];
}

export function guidePages(): readonly GuidePage[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPage(name, readFileSync(join(FOLDER, name), 'utf8')));
}

/** Reads fences like ```` ```bash run ````, and the ```` ```json answer ```` or ```` ```text answer ```` below them. */
function readPage(name: string, text: string): GuidePage {
  const samples: Sample[] = [];
  const unmarked: string[] = [];
  for (const { 1: info = '', 2: code = '', index } of text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, index).split('\n').length;
    const [language = '', kind = ''] = info.split(' ');
    if (kind === 'run' && isLanguage(language)) samples.push({ language, line, code });
    else if (!isAnswered(samples, { language, kind, code })) unmarked.push(`${name}:${line} \`\`\`${info}`);
  }
  return { name, text, samples, unmarked };
}

const isLanguage = (text: string): text is Language => LANGUAGES.some((one) => one === text);

/** Adds the answer to the last sample. Returns false if the fence is no answer. */
function isAnswered(
  samples: Sample[],
  { language, kind, code }: { readonly language: string; readonly kind: string; readonly code: string },
): boolean {
  const last = samples.at(-1);
  if (kind !== 'answer' || !last || last.answer || (language !== 'json' && language !== 'text')) return false;
  samples[samples.length - 1] = { ...last, answer: { kind: language, text: code } };
  return true;
}
