import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serve, Served } from '../served';
import { type Assets, referencePage } from './page';

const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Swagger UI over both documents at `/docs`, with no more of it than the page uses. */
export function serveReference(app: NestExpressApplication): void {
  const files = {
    'swagger-ui.css': new Served(STYLE, swaggerUi('swagger-ui.css')),
    'reference.css': new Served(STYLE, own('reference.css')),
    'swagger-ui-bundle.js': new Served(SCRIPT, swaggerUi('swagger-ui-bundle.js')),
    'reference.js': new Served(SCRIPT, own('reference.js')),
  };
  const addressOf = (name: keyof typeof files): string => name + files[name].query;
  const assets: Assets = {
    style: addressOf('swagger-ui.css'),
    ownStyle: addressOf('reference.css'),
    swaggerUi: addressOf('swagger-ui-bundle.js'),
    script: addressOf('reference.js'),
  };
  const pages = {
    '/docs': page(referencePage('docs/', assets)),
    '/docs/': page(referencePage('', assets)),
  };
  for (const [path, served] of Object.entries(pages)) serve(app, path, served);
  for (const [name, served] of Object.entries(files)) serve(app, `/docs/${name}`, served);
}

const page = (html: string): Served => new Served('text/html; charset=utf-8', html);

/** Without the line that names its source map, which is not served. */
function swaggerUi(name: string): string {
  const text = readFileSync(join(SWAGGER_UI, name), 'utf8');
  return text.replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, '');
}

const own = (name: string): string => readFileSync(join(__dirname, 'browser', name), 'utf8');
