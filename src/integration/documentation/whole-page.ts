import { escapeHtml } from '../../platform/pdf';

/** The parts of a page. All addresses are relative, because the service may run behind a prefix. */
interface WholePage {
  readonly title: string;
  /** The address of the style sheet. */
  readonly style: string;
  /** The address of a script that the page can do without. */
  readonly script?: string;
  /** The address of the same page in Markdown. */
  readonly alternate?: string;
  /** The links of the top line. */
  readonly header: string;
  /** Everything below the top line. */
  readonly body: string;
}

/** The HTML of a whole page. */
export const wholePage = ({ title, style, script, alternate, header, body }: WholePage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${alternate === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${alternate}">\n`}${script === undefined ? '' : `<script defer src="${script}"></script>\n`}</head>
<body>
<header>${header}</header>
${body}
</body>
</html>
`;

/** The search box of the guide. @param action the address of the results */
export const searchForm = (action: string, query = ''): string =>
  `<form role="search" action="${action}"><input type="search" name="q" aria-label="Search the guide" placeholder="Search" maxlength="200" value="${escapeHtml(query)}"><button>Search</button></form>`;
