import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';
import prettier from 'eslint-config-prettier/flat';
import tseslint from 'typescript-eslint';
// Types of the client's sources come from its generated files, which are not committed; this writes them where they are missing.
import './clients/typescript/generate.mjs';
import storedPromises from './tools/boundaries/stored-promises.cjs';

/** Syntax that is refused, each with the reason a reader needs. */
const FORBIDDEN = {
  forwardRef: {
    selector: "Identifier[name='forwardRef']",
    message: 'A cycle between modules: let the upstream one declare a port that the downstream one implements.',
  },
  synchronize: {
    selector: "Property[key.name='synchronize'][value.value=true]",
    message: 'The schema changes by migrations alone.',
  },
  subscribers: {
    selector: "Decorator[expression.callee.name='EventSubscriber']",
    message: 'No TypeORM subscribers: what a verb does is written in the verb.',
  },
  httpExceptions: {
    selector:
      'NewExpression[callee.name=/^(Http|BadRequest|Unauthorized|Forbidden|NotFound|MethodNotAllowed|NotAcceptable|RequestTimeout|Conflict|Gone|PayloadTooLarge|UnsupportedMediaType|UnprocessableEntity|InternalServerError|NotImplemented|BadGateway|ServiceUnavailable|GatewayTimeout)Exception$/]',
    message: 'Throw a DomainError; the form being spoken decides its status and shape.',
  },
  environment: {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Ask for ENVIRONMENT: the environment is read and validated once, in src/platform/config.',
  },
  contexts: {
    selector: "PropertyDefinition > NewExpression[callee.name='AsyncLocalStorage']",
    message:
      'One for the process, beside the class: each that was ever used makes every promise slower, up to Node 23.',
  },
  clock: {
    selector:
      ":matches(NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now'])",
    message: 'A rule is told the time; it does not look at the clock.',
  },
};

/** ESLint's own rules for what is never meant and the compiler lets through. */
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
  comments.recommended,
  { rules: { '@eslint-community/eslint-comments/require-description': ['error', { ignore: ['eslint-enable'] }] } },

  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    plugins: { local: { rules: { 'stored-promises': storedPromises } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'local/stored-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      // Nest's modules are classes that only carry their decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Request and response classes exist for the OpenAPI document; what is mapped to them are plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // What Nest hands to a guard, and what it reads metadata from, is typed Function by Nest.
      '@typescript-eslint/no-unsafe-function-type': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      ...Object.fromEntries(MISTAKES.map((rule) => [rule, 'error'])),
      // To start a conversation, not to end one.
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
    // Outside both forms: nothing is refused there for a field that it does not know.
    ignores: ['src/organisation/users/invitations/invitation-page.controller.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              importNames: ['Body', 'Query'],
              message:
                'Import it from src/platform/http, which notes that the route takes one; else every field is refused.',
            },
          ],
        },
      ],
    },
  },
  // The launcher and the benchmark run beside the service.
  { files: ['tools/**', 'bench/**'], rules: { 'no-console': 'off', ...forbid(...EVERYWHERE) } },

  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'max-params': 'off',
      'no-console': 'off',
      // A test may start work and await it after other steps.
      'local/stored-promises': ['error', { handledBy: ['awaitedLater'] }],
      // A parsed body is any; a test asserts the shape instead of declaring it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      // A property of fast-check fails by throwing; what it returns is nothing.
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
