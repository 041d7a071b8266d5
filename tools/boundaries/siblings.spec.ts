import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joined } from 'node:path/posix';
import { preProcessFile } from 'typescript';

const ROOT = join(__dirname, '../..');

describe('sibling folders', () => {
  it('do not import each other', () => {
    const names = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const files = names
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => [`src/${name}`, readFileSync(join(ROOT, 'src', name), 'utf8')] as const);
    expect(pairsIn(new Map(files))).toEqual([]);
  });

  it('are a pair if files of both, at any depth, import the other', () => {
    const files = new Map([
      ['src/a/http/present.ts', `import type { Row } from '../storage/rows/row';`],
      ['src/a/storage/rows/row.ts', `export * from '../../http';`],
      ['src/a/http/index.ts', `import { it } from '../domain/rule';`],
      ['src/a/domain/rule.ts', `import { row } from './facts/row';`],
      ['src/a/domain/facts/row.ts', `import { it } from '../rule';`],
    ]);
    expect(pairsIn(files)).toEqual(['src/a/http <-> src/a/storage']);
  });
});

/** @returns `folder <-> folder` for each pair in one folder that import each other, without nested folders */
function pairsIn(files: ReadonlyMap<string, string>): string[] {
  const arrows = new Set<string>();
  for (const [path, text] of files) {
    for (const { fileName } of preProcessFile(text).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const imported = joined(dirname(path), fileName);
      const from = dirname(path).split('/');
      const to = (files.has(`${imported}.ts`) ? dirname(imported) : imported).split('/');
      const parting = from.findIndex((name, at) => name !== to[at]);
      if (parting === -1 || parting >= to.length) continue;
      arrows.add([from, to].map((folder) => folder.slice(0, parting + 1).join('/')).join(' <-> '));
    }
  }
  return [...arrows].filter((arrow) => {
    const [one = '', other = ''] = arrow.split(' <-> ');
    return one < other && arrows.has(`${other} <-> ${one}`);
  });
}
