import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';
import markdown from '@eslint/markdown';
import prettier from 'eslint-config-prettier/flat';
import tseslint from 'typescript-eslint';
// The client's types come from generated files that are not committed; this import writes them if they are missing.
import './clients/typescript/generate.mjs';
import plainEnglish from './tools/prose/plain-english.cjs';
import storedPromises from './tools/boundaries/stored-promises.cjs';

/** Rejected syntax, with the alternative in the message. */
const FORBIDDEN = {
  forwardRef: {
    selector: "Identifier[name='forwardRef']",
    message:
      'Modules must not form a cycle: declare a port in the upstream module and implement it in the downstream one.',
  },
  synchronize: {
    selector: "Property[key.name='synchronize'][value.value=true]",
    message: 'Only migrations may change the schema.',
  },
  subscribers: {
    selector: "Decorator[expression.callee.name='EventSubscriber']",
    message: 'Do not use TypeORM subscribers: write the effects of an operation in its method.',
  },
  httpExceptions: {
    selector:
      'NewExpression[callee.name=/^(Http|BadRequest|Unauthorized|Forbidden|NotFound|MethodNotAllowed|NotAcceptable|RequestTimeout|Conflict|Gone|PayloadTooLarge|UnsupportedMediaType|UnprocessableEntity|InternalServerError|NotImplemented|BadGateway|ServiceUnavailable|GatewayTimeout)Exception$/]',
    message: 'Throw a DomainError: the form of the request determines its status and JSON.',
  },
  environment: {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Inject ENVIRONMENT: only src/platform/config reads and validates the environment.',
  },
  contexts: {
    selector: "PropertyDefinition > NewExpression[callee.name='AsyncLocalStorage']",
    message:
      'Create one per process, outside the class: up to Node 23 each AsyncLocalStorage slows down every promise.',
  },
  clock: {
    selector:
      ":matches(NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now'])",
    message: 'Pass the time to a rule as a parameter instead of reading the clock.',
  },
};

/** ESLint rules against mistakes that the compiler accepts. */
const MISTAKES = [
  'no-async-promise-executor',
  'no-control-regex',
  'no-debugger',
  'no-empty',
  'no-empty-character-class',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-self-assign',
  'no-self-compare',
  'no-unreachable-loop',
  'no-unsafe-finally',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'no-var',
  'prefer-const',
];

const forbid = (...names) => ({ 'no-restricted-syntax': ['error', ...names.map((name) => FORBIDDEN[name])] });
const EVERYWHERE = ['forwardRef', 'synchronize', 'subscribers', 'contexts'];

export default tseslint.config(
  { ignores: ['**/dist/', 'coverage/', '**/node_modules/', '.procurement/', 'openapi/', '**/generated/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,js,mjs,cjs}'],
    extends: [comments.recommended],
    rules: { '@eslint-community/eslint-comments/require-description': ['error', { ignore: ['eslint-enable'] }] },
  },
  { files: ['**/*.md'], plugins: { markdown }, language: 'markdown/gfm' },
  {
    files: ['**/*.{ts,js,mjs,cjs,md}'],
    plugins: { prose: { rules: { 'plain-english': plainEnglish } } },
    rules: { 'prose/plain-english': 'error' },
  },

  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    plugins: { local: { rules: { 'stored-promises': storedPromises } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'local/stored-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      // Nest modules are classes with only a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Request and response classes exist for the OpenAPI document; plain objects are assigned to them.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // Nest's types use Function for handlers and metadata targets.
      '@typescript-eslint/no-unsafe-function-type': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      ...Object.fromEntries(MISTAKES.map((rule) => [rule, 'error'])),
      // Warnings, to be discussed case by case.
      'max-lines': ['warn', { max: 250 }],
      complexity: ['warn', { max: 10 }],
      'max-params': ['warn', { max: 6 }],
      ...forbid(...EVERYWHERE, 'httpExceptions', 'environment'),
    },
  },

  { files: ['src/platform/config/**'], rules: forbid(...EVERYWHERE, 'httpExceptions') },
  { files: ['src/platform/http/**'], rules: forbid(...EVERYWHERE, 'environment') },
  {
    files: ['src/**/domain/**', 'src/common/**'],
    ignores: ['src/common/clock.ts', '**/*.spec.ts'],
    rules: forbid(...EVERYWHERE, 'httpExceptions', 'environment', 'clock'),
  },
  {
    files: ['src/**/*.controller.ts'],
    // Outside both forms, where unknown fields are not rejected.
    ignores: ['src/organisation/users/invitations/invitation-page.controller.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              importNames: ['Body', 'Query'],
              message: 'Import it from src/platform/http: without its metadata every field of the route is rejected.',
            },
          ],
        },
      ],
    },
  },
  // The launcher and the benchmark are not part of the service.
  { files: ['tools/**', 'bench/**'], rules: { 'no-console': 'off', ...forbid(...EVERYWHERE) } },

  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'max-params': 'off',
      'no-console': 'off',
      // A test may start work and await it later.
      'local/stored-promises': ['error', { handledBy: ['awaitedLater'] }],
      // A parsed body is any; a test checks its shape by assertions.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      // A fast-check property fails by throwing and returns nothing.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // expect(object.method) does not call it.
      '@typescript-eslint/unbound-method': 'off',
      ...forbid(...EVERYWHERE),
    },
  },

  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: Object.fromEntries(['eqeqeq', ...MISTAKES].map((rule) => [rule, 'error'])),
  },
  prettier,
);
