import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

/** A batch that is put in at once has so many rows at most, and about so many characters. */
const ROWS = 500;
const CHARACTERS = 4_000_000;

/** Lines of a file of an archive, in batches. */
export async function* batchesIn(path: string): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for await (const lines of linesIn(path)) {
    for (const line of lines) {
      batch.push(line);
      characters += line.length;
      if (batch.length < ROWS && characters < CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Split at line feeds alone: `readline` also ends a line at U+2028, which a text may hold. */
async function* linesIn(path: string): AsyncGenerator<readonly string[]> {
  const gunzip = createGunzip();
  const source = createReadStream(path);
  source.on('error', (error) => gunzip.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of source.pipe(gunzip)) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  if (rest !== '') yield [rest];
}
