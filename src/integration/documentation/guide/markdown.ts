import MarkdownIt from 'markdown-it';
import { readPicture } from './pages';
import { addTabs, sampleHtml } from './samples';

/** The address of an operation in Swagger UI: `#/Vendors/vendors.list`. Undefined if there is no such operation. */
export type OperationPlace = (operation: string) => string | undefined;

/**
 * Renders the Markdown of a page as HTML. Inline code that names an operation (`GET /vendors`) links to it in Swagger UI. A picture
 * of the guide becomes part of the page.
 * @param toPages the relative path from this page to the other pages
 */
export function renderMarkdown(text: string, toPages: string, placeOf: OperationPlace): string {
  const markdown = new MarkdownIt({ html: false });
  addTabs(markdown);
  const { renderer, utils } = markdown;
  const escape = utils.escapeHtml;
  const rules = renderer.rules;
  rules.fence = (tokens, index) => {
    const token = tokens[index];
    return token ? sampleHtml(token, escape) : '';
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
    if (drawing === undefined) throw new Error(`The guide has no such picture: ${source}`);
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

/** The id of a heading, made as GitHub makes it: `An order's life` is `an-orders-life`. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
