import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, 'test/mutants/planted');

interface PlantedFault {
  readonly file: string;
  readonly find: string;
  readonly tests: readonly string[];
}

const textOf = (file: string): string => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '');

// `npm run test:planted` takes hours and must not stop at a fault whose code has changed.
it.each(readdirSync(FOLDER))('finds each text of %s exactly once in its file', (name) => {
  const faults = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as PlantedFault[];
  const lost = faults.filter(
    ({ file, find, tests }) =>
      textOf(file).split(find).length !== 2 || tests.some((test) => !existsSync(join(ROOT, test))),
  );
  expect(lost.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});
