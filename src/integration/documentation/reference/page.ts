/** The address of each document as the page fetches it, and what the page calls its form. */
export const DOCUMENTS = [
  { url: '/openapi/form-a.json', name: 'Form A (/v1)' },
  { url: '/openapi/form-b.json', name: 'Form B (/api/v1)' },
] as const;

/** The addresses of the page's files, with what makes each change with its content. */
export interface Assets {
  readonly style: string;
  readonly ownStyle: string;
  readonly swaggerUi: string;
  readonly script: string;
}

/**
 * The page of Swagger UI.
 * @param base what stands before the page's files: it is at `/docs` and at `/docs/`
 */
export function referencePage(base: string, assets: Assets): string {
  const options = DOCUMENTS.map(({ url, name }) => `<option value="${url}">${name}</option>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Procurement Service API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}${assets.style}">
<link rel="stylesheet" href="${base}${assets.ownStyle}">
</head>
<body>
<header><a href="${base}guide">Guide</a><label>Form <select id="select">${options}</select></label></header>
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript. The documents themselves are at /openapi/form-a.json and /openapi/form-b.json.</noscript>
<script src="${base}${assets.swaggerUi}"></script>
<script src="${base}${assets.script}"></script>
</body>
</html>
`;
}
