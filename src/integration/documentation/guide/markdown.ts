import MarkdownIt from 'markdown-it';
import { readPicture } from './pages';

/** Where an operation stands in Swagger UI: `#/Vendors/vendors.list`; undefined for what is no operation. */
export type OperationPlace = (operation: string) => string | undefined;

/** What is said above a sample, by the language that its fence names. */
const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  json: 'Answer',
  text: 'Answer',
};

/**
 * The HTML of a page's Markdown. What a fence says after its language is for the test that runs the samples. Inline code that is an
 * operation (`GET /vendors`) links to it in Swagger UI; a picture of ours is put into the page.
 * @param toPages what leads from this page to the others
 */
export function renderMarkdown(text: string, toPages: string, placeOf: OperationPlace): string {
  const markdown = new MarkdownIt({ html: false });
  const { renderer, utils } = markdown;
  const escape = utils.escapeHtml;
  const rules = renderer.rules;
  rules.fence = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const [language = '', kind = ''] = info.trim().split(/\s+/);
    const caption = LANGUAGES[language] ?? language;
    const isAnswer = kind === 'answer';
    return `<figure class="sample${isAnswer ? ' answer' : ''}"><figcaption>${escape(caption)}</figcaption><pre tabindex="0"><code>${escape(content)}</code></pre></figure>\n`;
  };
  rules.code_inline = (tokens, index) => {
    const code = tokens[index]?.content ?? '';
    const place = placeOf(code);
    const shown = `<code>${escape(code)}</code>`;
    return place === undefined
      ? shown
      : `<a class="operation" href="${escape(`${toPages}../../docs${place}`)}">${shown}</a>`;
  };
  rules.image = (tokens, index) => {
    const source = String(tokens[index]?.attrGet('src') ?? '');
    const drawing = readPicture(source.replace('pictures/', ''));
    if (drawing === undefined) throw new Error(`The guide shows a picture that is not there: ${source}`);
    return `<span class="picture" tabindex="0">${drawing}</span>`;
  };
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.heading_open = (tokens, index) => {
    const { tag = 'h2' } = tokens[index] ?? {};
    return `<${tag} id="${anchor(tokens[index + 1]?.content ?? '')}">`;
  };
  rules.link_open = (tokens, index, options, _environment, self) => {
    const token = tokens[index];
    const href = String(token?.attrGet('href') ?? '');
    const page = /^([\w-]+)\.md(#.*)?$/.exec(href);
    if (page) token?.attrSet('href', toPages + (page[1] ?? '') + (page[2] ?? ''));
    else if (href.startsWith('/')) token?.attrSet('href', `${toPages}../..${href}`);
    return self.renderToken(tokens, index, options);
  };
  return markdown.render(text);
}

/** As GitHub makes them: `An order's life` is `an-orders-life`. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
