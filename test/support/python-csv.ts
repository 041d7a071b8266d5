import { execFileSync } from 'node:child_process';
import { program } from './programs/program';

/**
 * Parses rows like Python's `csv` module with its default dialect (`excel`) and a file opened with `newline=''`, as its
 * manual requires. Written after CPython's `Modules/_csv.c`, so that the comparison also works without Python.
 */
export function pythonRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let state: 'row begins' | 'cell begins' | 'in cell' | 'in quotes' | 'quote in quotes' = 'row begins';
  const endCell = (): void => {
    row.push(cell);
    cell = '';
    state = 'cell begins';
  };
  const endRow = (): void => {
    if (state !== 'row begins') endCell();
    rows.push(row);
    row = [];
    state = 'row begins';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (state === 'in quotes') {
      if (character === '"') state = 'quote in quotes';
      else cell += character;
    } else if (character === '\r' || character === '\n') {
      if (character === '\r' && text.charAt(at + 1) === '\n') at += 1;
      endRow();
    } else if (character === ',') {
      endCell();
    } else if (character === '"' && (state === 'quote in quotes' || state !== 'in cell')) {
      if (state === 'quote in quotes') cell += character;
      state = 'in quotes';
    } else {
      cell += character;
      state = 'in cell';
    }
  }
  if (state !== 'row begins') endRow();
  return rows;
}

const SCRIPT = `
import csv, io, json, sys
print(json.dumps([list(csv.reader(io.StringIO(text, newline=''))) for text in json.load(sys.stdin)]))
`;

export function askPython(texts: readonly string[]): string[][][] {
  const said = execFileSync(program('python3'), ['-c', SCRIPT], { input: JSON.stringify(texts), encoding: 'utf8' });
  return JSON.parse(said) as string[][][];
}
