import type MarkdownIt from 'markdown-it';

type Markdown = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Markdown['parse']>[number];

/** The label of a fence, by its language. */
const LABELS: Readonly<Record<string, string>> = {
  bash: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  json: 'Answer',
  text: 'Answer',
};

const labelOf = (language: string): string => LABELS[language] ?? language;

/** The info string of a fence: `bash run`, `json answer`. */
const infoOf = ({ info }: Token): readonly string[] => info.trim().split(/\s+/);

/** A sample with its answers, in one language. */
interface Panel {
  readonly language: string;
  readonly fences: Token[];
}

/** Turns adjacent samples in different languages into tabs. The tabs are radio buttons and work without JavaScript. */
export function addTabs(markdown: Markdown): void {
  markdown.core.ruler.push('tabs', (state) => {
    let groups = 0;
    const html = (content: string): Token => Object.assign(new state.Token('html_block', '', 0), { content });
    state.tokens = runsOfFences(state.tokens).flatMap((run) =>
      Array.isArray(run)
        ? splitByLanguage(run).flatMap((panels) => (panels.length > 1 ? tabs(panels, ++groups, html) : flat(panels)))
        : [run],
    );
  });
}

/** The HTML of one fence. The test that runs the samples reads the word after the language. */
export function sampleHtml(token: Token, escape: (text: string) => string): string {
  const [language = '', kind = ''] = infoOf(token);
  return `<figure class="sample${kind === 'answer' ? ' answer' : ''}"><figcaption>${escape(labelOf(language))}</figcaption><pre tabindex="0"><code>${escape(token.content)}</code></pre></figure>\n`;
}

/** Adjacent fences become one list; every other token stays alone. */
function runsOfFences(tokens: readonly Token[]): readonly (Token | Token[])[] {
  const runs: (Token | Token[])[] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (token.type !== 'fence') runs.push(token);
    else if (Array.isArray(last)) last.push(token);
    else runs.push([token]);
  }
  return runs;
}

/** Groups of panels. A new group starts where a language repeats. */
function splitByLanguage(fences: readonly Token[]): readonly (readonly Panel[])[] {
  const groups: Panel[][] = [[]];
  for (const fence of fences) {
    const [language = '', kind = ''] = infoOf(fence);
    const group = groups.at(-1) ?? [];
    const panel = group.at(-1);
    if (kind === 'answer' && panel) panel.fences.push(fence);
    else if (group.some((other) => other.language === language)) groups.push([{ language, fences: [fence] }]);
    else group.push({ language, fences: [fence] });
  }
  return groups;
}

const flat = (panels: readonly Panel[]): readonly Token[] => panels.flatMap(({ fences }) => fences);

function tabs(panels: readonly Panel[], group: number, html: (content: string) => Token): readonly Token[] {
  const choices = panels.map(({ language }, at) => {
    const id = `sample-${group}-${language}`;
    const checked = at === 0 ? ' checked' : '';
    return `<input type="radio" name="sample-${group}" id="${id}" value="${language}"${checked}><label for="${id}">${labelOf(language)}</label>`;
  });
  return [
    html(`<fieldset class="tabs"><legend>Language of the sample</legend>${choices.join('')}\n`),
    ...panels.flatMap(({ fences }) => [html('<div class="panel">\n'), ...fences, html('</div>\n')]),
    html('</fieldset>\n'),
  ];
}
