import { escapeHtml } from '../../platform/pdf';

/** A page between `<html>` and `</html>`. Its addresses are relative: the service may stand behind a prefix. */
interface WholePage {
  readonly title: string;
  /** The address of the style sheet. */
  readonly style: string;
  /** Links of the top line. */
  readonly header: string;
  /** What follows the top line. */
  readonly body: string;
}

/** The HTML of a whole page. It has no script. */
export const wholePage = ({ title, style, header, body }: WholePage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
<header>${header}</header>
${body}
</body>
</html>
`;
