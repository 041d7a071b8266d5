import { NestFactory } from '@nestjs/core';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module';
import { readEnvironment } from '../../src/platform/config';
import { buildDocuments } from './openapi/build';
import type { JsonObject } from './openapi/schema';
import { type OpenApi, operationsOf } from '../collections/document';
import { coverageOf, coverageText } from './openapi-coverage';
import { abilitiesPage, commandsPage, controlsPage } from './pages';
import { pictures } from './pictures';

/**
 * Writes `openapi/form-a.json`, `form-b.json`, `docs/abilities.md`, `docs/commands.md`, the roles in
 * `docs/controls.md`, and the guide's pictures in `docs/guide/pictures`. With `--check`, fails if they differ from the
 * code. Needs no database.
 */
async function main(): Promise<void> {
  const environment = readEnvironment({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  const app = await NestFactory.create(AppModule.with(environment), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  const documents = buildDocuments(app);
  const root = join(__dirname, '../..');
  const files: readonly (readonly [path: string, text: string])[] = [
    ...(['a', 'b'] as const).map(
      (form) => [join(root, `openapi/form-${form}.json`), `${JSON.stringify(documents[form], null, 2)}\n`] as const,
    ),
    [join(root, 'docs/abilities.md'), abilitiesPage(documents)],
    [join(root, 'docs/commands.md'), commandsPage()],
    [join(root, 'docs/controls.md'), controlsPage(readFileSync(join(root, 'docs/controls.md'), 'utf8'))],
    ...[...(await pictures(operationsIn(documents.a)))].map(
      ([name, svg]) => [join(root, 'docs/guide/pictures', name), svg] as const,
    ),
  ];
  if (!process.argv.includes('--check')) mkdirSync(join(root, 'docs/guide/pictures'), { recursive: true });
  if (!process.argv.includes('--check')) for (const [path, text] of files) writeFileSync(path, text);
  requireDescribed(documents);
  const drifted = files.filter(([path, text]) => readFileSync(path, 'utf8') !== text).map(([path]) => path);
  if (drifted.length > 0)
    throw new Error(`Not what the code says: ${drifted.join(', ')}. Run npm run openapi:generate.`);
}

/** Prints the coverage of both documents. @throws Error with missing descriptions */
function requireDescribed(documents: Readonly<Record<'a' | 'b', JsonObject>>): void {
  const covered = (['a', 'b'] as const).map((form) => [form, coverageOf(documents[form])] as const);
  for (const [form, coverage] of covered)
    process.stdout.write(`Form ${form.toUpperCase()}: ${coverageText(coverage)}\n`);
  const faults = [...new Set(covered.flatMap(([, coverage]) => coverage.faults))];
  if (faults.length > 0) {
    throw new Error(
      `The OpenAPI documents leave something out (docs/openapi.md):\n  ${faults.slice(0, 60).join('\n  ')}`,
    );
  }
}

/** For example `GET /vendors`. */
const operationsIn = (document: object): ReadonlySet<string> =>
  new Set(operationsOf(document as OpenApi).map(({ key }) => key));

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
