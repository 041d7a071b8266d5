import { escapeHtml } from '../../platform/pdf';

/** A page between `<html>` and `</html>`. Addresses are relative, because the service may be behind a path prefix. */
interface WholePage {
  readonly title: string;
  readonly style: string;
  /** Links of the header. */
  readonly header: string;
  /** Content after the header. */
  readonly body: string;
}

/** Returns a complete HTML page without scripts. */
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
