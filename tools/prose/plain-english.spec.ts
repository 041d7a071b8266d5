import type { Rule } from 'eslint';
import { RuleTester } from 'eslint';

const rule = jest.requireActual<Rule.RuleModule>('./plain-english.cjs');

const long = (words: number): string => `// The service ${'really '.repeat(words - 4)}stops here.`;

new RuleTester({ languageOptions: { ecmaVersion: 'latest', sourceType: 'module' } }).run('plain-english', rule, {
  valid: [
    { name: 'accepts a comment with an actor and a verb', code: '// The sweep re-queues deliveries that Redis lost.' },
    { name: 'accepts code in a comment', code: '// `is told` and "says" are quoted.' },
    { name: 'accepts a clause after a verb of showing', code: '// The answer shows who is next.' },
    { name: 'accepts 32 words', code: long(32) },
    { name: 'accepts names and statements of SQL', code: `f('says'); f('SELECT x FROM told WHERE y = 1');` },
  ],
  invalid: [
    { name: 'rejects speech in a line comment', code: '// The outbox tells subscribers.', errors: 1 },
    { name: 'rejects speech in a block comment', code: '/** The outbox tells subscribers. */ f();', errors: 1 },
    { name: 'reads adjacent line comments as one text', code: '// The request is\n// told of it.', errors: 1 },
    { name: 'reports each sentence', code: '// Nobody waits. Whoever waits is first.', errors: 2 },
    { name: 'rejects 33 words', code: long(33), errors: 1 },
    { name: 'rejects a description', code: `field({ description: 'The user whom the token acts as' });`, errors: 1 },
    { name: 'rejects a short title of a test', code: `it('says why', () => {});`, errors: 1 },
    { name: 'rejects a title of a table of tests', code: `it.each([1])('says why', () => {});`, errors: 1 },
  ].map(({ name, code, errors }) => ({ name, code, errors })),
});
