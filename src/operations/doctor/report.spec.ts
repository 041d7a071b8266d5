import { diagnosis, table } from './report';

const FINDINGS = [
  { check: 'configuration', state: 'problem', said: 'PORT: must be a port', todo: 'Correct it.' },
  { check: 'configuration', state: 'warning', said: 'PROT is set', todo: 'Did you mean PORT?' },
  { check: 'node', state: 'ok', said: 'Node.js v20' },
] as const;

describe('the table', () => {
  it('lists state, result and advice, with each check name once', () =>
    expect(table(diagnosis(FINDINGS), false).split('\n')).toEqual([
      'problem  configuration  PORT: must be a port',
      '                        -> Correct it.',
      'warning                 PROT is set',
      '                        -> Did you mean PORT?',
      'ok       node           Node.js v20',
      '',
      '1 problem, 1 warning, 1 ok, 0 skipped. The service does not start.',
    ]));

  it('adds only colours to the text', () => {
    const coloured = table(diagnosis(FINDINGS), true);
    expect(coloured).toContain('\u001b[31mproblem\u001b[0m');
    // eslint-disable-next-line no-control-regex -- escape sequences are what is taken out
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(table(diagnosis(FINDINGS), false));
  });

  it('reports that the service starts if there are only warnings', () =>
    expect(diagnosis(FINDINGS.slice(1))).toMatchObject({ starts: true, counts: { warning: 1, ok: 1 } }));
});
