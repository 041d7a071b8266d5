import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import knownAnswers from '../../docs/verifiers/known-answers.json';
import { program } from '../support/programs/program';
import { askPython, pythonRows } from '../support/python-csv';

const VERIFIERS = join(__dirname, '../../docs/verifiers');

describe('Python', () => {
  it('verifies every known answer of a webhook', () => {
    const run = spawnSync(program('python3'), [join(VERIFIERS, 'verify.py'), join(VERIFIERS, 'known-answers.json')], {
      encoding: 'utf8',
    });
    expect({ status: run.status, said: run.stdout.trim() }).toEqual({
      status: 0,
      said: `${knownAnswers.length} of ${knownAnswers.length} known answers`,
    });
  });

  it('parses CSV like the specs of CSV do', () => {
    const part = fc.constantFrom('"', ',', '\r', '\n', '\r\n', '\v', '\u0085', '\u2028', ' ', 'a', "'", '=', '1');
    const text = fc.array(part, { maxLength: 24 }).map((parts) => parts.join(''));
    const texts = [...fc.sample(text, 1000), 'a"b,"c"d\r"e\n,""\n\n"f'];
    expect(texts.map(pythonRows)).toEqual(askPython(texts));
  });

  it('is required, and the error without it names the package to install', () => {
    expect(() => program('python3', '/nowhere')).toThrow(/python3: install it \(apt-get install python3/);
  });
});
