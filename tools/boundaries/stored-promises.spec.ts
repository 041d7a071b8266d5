import type { Rule } from 'eslint';
import { RuleTester } from 'eslint';
import { parser } from 'typescript-eslint';

const rule = jest.requireActual<Rule.RuleModule>('./stored-promises.cjs');

const DECLARED = `
  declare function f(): Promise<number>;
  declare function g(): Promise<number>;
  declare function h(): Promise<number>;
  declare function value(): number;
  declare function handled<T>(promise: Promise<T>): Promise<T>;
  declare const list: { add(promise: Promise<unknown>): void };
`;

/** The body of an async function, after declarations of the functions it calls. */
const body = (code: string): string => `${DECLARED} async function test(): Promise<unknown> { ${code} }`;
const accepts = (name: string, code: string) => ({ name, code: body(code) });
const rejects = (name: string, code: string, ...names: readonly string[]) => ({
  name,
  code: body(code),
  errors: names.map((variable) => ({ messageId: 'unhandled', data: { name: variable } })),
});

new RuleTester({
  languageOptions: {
    parser,
    parserOptions: { projectService: { allowDefaultProject: ['*.ts'] }, tsconfigRootDir: __dirname },
  },
}).run('stored-promises', rule, {
  valid: [
    accepts('both calls inside Promise.all', 'const [a, b] = await Promise.all([f(), g()]); return a + b;'),
    accepts('stored promises passed to Promise.all', 'const a = f(); const b = g(); return await Promise.all([a, b]);'),
    accepts(
      'stored promises passed to Promise.allSettled',
      'const a = f(); const b = g(); return await Promise.allSettled([a, b]);',
    ),
    accepts('a promise awaited first', 'const a = f(); await a; return await g();'),
    accepts(
      'a promise with a handler before the next await',
      'const a = f(); a.catch(() => 0); await g(); return await a;',
    ),
    accepts('a promise passed on before the next await', 'const a = f(); list.add(a); await g(); return await a;'),
    accepts(
      'a promise that cannot reject',
      'const a = f().catch(() => 0); const b = Promise.allSettled([g()]); await h(); await a; return await b;',
    ),
    accepts('an executor without reject', 'const a = new Promise((resolve) => resolve(1)); await g(); return await a;'),
    accepts('a value that is no promise', 'const a = value(); await f(); return a;'),
    accepts('an awaited value', 'const a = await f(); await g(); return a;'),
    accepts(
      'an await of an inner function',
      'const a = f(); const inner = async () => { await g(); }; list.add(inner()); return await a;',
    ),
    {
      ...accepts('a function that handles it', 'const a = handled(f()); await g(); return await a;'),
      options: [{ handledBy: ['handled'] }],
    },
  ],
  invalid: [
    rejects('a promise awaited after another await', 'const a = f(); const b = g(); await a; return await b;', 'b'),
    rejects(
      'a promise used in Promise.all after another await',
      'const a = f(); await g(); return await Promise.all([a, h()]);',
      'a',
    ),
    rejects(
      'a promise used behind an await of the same expression',
      'const a = f(); return await Promise.all([await g(), a]);',
      'a',
    ),
    rejects(
      'an array of promises',
      'const all = [1, 2].map(() => f()); await g(); return await Promise.all(all);',
      'all',
    ),
    rejects('a destructured array', 'const [a, b] = [f(), g()]; await a; return await b;', 'b'),
    rejects('an assignment', 'let a; a = f(); await g(); return await a;', 'a'),
    rejects('an assigned array', 'let a; let b; [a, b] = [f(), g()]; await a; return await b;', 'b'),
    rejects('a promise of one of two calls', 'const a = value() ? f() : g(); await h(); return await a;', 'a'),
    rejects(
      'an executor with reject',
      'const a = new Promise((_, reject) => reject(1)); await g(); return await a;',
      'a',
    ),
    rejects('a promise after void', 'const a = f(); void a; await g(); return await a;', 'a'),
    rejects(
      'a promise behind for await',
      'const a = f(); for await (const one of [g()]) list.add(f()); return await a;',
      'a',
    ),
    rejects('a function that the option does not name', 'const a = handled(f()); await g(); return await a;', 'a'),
  ],
});
