#!/usr/bin/env node
/**
 * Compiles src/ to dist/ in about a second, without looking at types: what `npm start` and the checks of drift run.
 * `npm run build` (tsc, through the Nest CLI) takes many times as long and is what the image is made with; both give the
 * same program, and `npm run typecheck` is what finds a wrong type.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'src');
const TARGET = join(ROOT, 'dist');

const OPTIONS = {
  cwd: ROOT,
  configFile: join(ROOT, '.swcrc'),
  sourceMaps: true,
  // As tsc does it: a dynamic import stays one, for packages that are ES modules only, and finds by name what a file exports.
  module: { type: 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true },
};

const filesBelow = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

const sources = filesBelow(SOURCE);
/** As `assets` in nest-cli.json. */
const assets = sources.filter((name) => /\.(html|css|json|js|sql)$/.test(name));
const compiled = sources
  .filter((name) => name.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(name))
  .map((name) => ({ name, output: name.replace(/\.ts$/, '.js') }));

async function compile({ name, output }) {
  const source = join(SOURCE, name);
  const target = join(TARGET, output);
  const { code, map } = await transformFile(source, { ...OPTIONS, sourceFileName: relative(dirname(target), source) });
  write(`${target}.map`, map);
  write(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
}

/** A copy that runs beside may be loading it at this moment: what is the same is left alone. */
function write(file, content) {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Entities, migrations and SQL functions are found by their names: one whose source is gone must not be found. */
function removeStrays() {
  const expected = new Set([...compiled.map(({ output }) => output), ...assets]);
  for (const name of filesBelow(TARGET)) {
    const source = name.replace(/\.map$/, '');
    if (/\.(js|sql)$/.test(source) && !expected.has(source)) rmSync(join(TARGET, name));
  }
}

mkdirSync(TARGET, { recursive: true });
await Promise.all(compiled.map(compile));
for (const name of assets) write(join(TARGET, name), readFileSync(join(SOURCE, name)));
removeStrays();
// tsc takes what it wrote last for what is there; it is not any more.
rmSync(join(TARGET, '.tsbuildinfo'), { force: true });
