import { operatorProgram } from './program';

const COMMANDS = operatorProgram(() => import('../../application.js')).commands.map(
  (command) => [command.name(), command] as const,
);

describe('the commands of an operator', () => {
  it.each(COMMANDS)('%s prints one JSON object with --json, and describes itself and each option', (_, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--json');
    const texts = [command.description(), ...command.options.map(({ description }) => description)];
    for (const text of texts) expect(text).toMatch(/^[^A-Z\s].*[^.\s]$|^(ISO|CSV|MiB)\b.*[^.]$/);
  });

  it.each(['budget:verify', 'report:verify', 'documents:verify', 'performance:rebuild', 'audit:verify'])(
    '%s accepts --quiet, and --after to continue a stopped run',
    (name) => {
      const command = new Map(COMMANDS).get(name);
      expect(command?.options.map(({ long }) => long)).toEqual(expect.arrayContaining(['--quiet', '--after']));
    },
  );
});
