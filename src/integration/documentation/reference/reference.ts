import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serve, Served } from '../served';

const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** URL and display name of each document. */
const DOCUMENTS = [
  { url: '/openapi/form-a.json', name: 'Form A (/v1)' },
  { url: '/openapi/form-b.json', name: 'Form B (/api/v1)' },
] as const;

type Asset = 'swagger-ui.css' | 'reference.css' | 'swagger-ui-bundle.js' | 'reference.js';

/** Serves Swagger UI for both documents at `/docs`, with only the files that the page uses. */
export function serveReference(app: NestExpressApplication): void {
  const files: Readonly<Record<Asset, Served>> = {
    'swagger-ui.css': new Served(STYLE, swaggerUi('swagger-ui.css')),
    'reference.css': new Served(STYLE, own('reference.css')),
    'swagger-ui-bundle.js': new Served(SCRIPT, swaggerUi('swagger-ui-bundle.js')),
    'reference.js': new Served(SCRIPT, own('reference.js')),
  };
  serve(app, '/docs', referencePage('docs/', files));
  serve(app, '/docs/', referencePage('', files));
  for (const [name, served] of Object.entries(files)) serve(app, `/docs/${name}`, served);
}

/** Removes the reference to the source map, which is not served. */
function swaggerUi(name: string): string {
  const text = readFileSync(join(SWAGGER_UI, name), 'utf8');
  return text.replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, '');
}

const own = (name: string): string => readFileSync(join(__dirname, 'browser', name), 'utf8');

/** @param base prefix of the file addresses: the page is served at `/docs` and at `/docs/` */
function referencePage(base: string, files: Readonly<Record<Asset, Served>>): Served {
  const addressOf = (name: Asset): string => base + name + files[name].query;
  const options = DOCUMENTS.map(({ url, name }) => `<option value="${url}">${name}</option>`).join('');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Procurement Service API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addressOf('swagger-ui.css')}">
<link rel="stylesheet" href="${addressOf('reference.css')}">
</head>
<body>
<header><a href="${base}guide">Guide</a><label>Form <select id="select">${options}</select></label></header>
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript. The documents themselves are at /openapi/form-a.json and /openapi/form-b.json.</noscript>
<script src="${addressOf('swagger-ui-bundle.js')}"></script>
<script src="${addressOf('reference.js')}"></script>
</body>
</html>
`;
  return new Served('text/html; charset=utf-8', html);
}
