/** Compiles `src` to `dist` for `import` and to `dist/commonjs` for `require`, with this repository's TypeScript. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import './generate.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compile = (...options) =>
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...options], { cwd: here, stdio: 'inherit' });
compile();
compile('--module', 'commonjs', '--moduleResolution', 'bundler', '--outDir', 'dist/commonjs');
writeFileSync(new URL('dist/commonjs/package.json', import.meta.url), '{ "type": "commonjs" }\n');
