/**
 * ESLint rule: a promise that is stored in a variable must be handled before the next `await` of its function.
 *
 * If that `await` throws, the stored promise has no handler yet. When it rejects too, Node ends the process.
 *
 *     const locked = tx.query(LOCK);
 *     const taken = tx.query(TAKEN);
 *     await locked;
 *     await taken; // rejected: nothing handles `taken` when `locked` fails
 *
 *     const [, taken] = await Promise.all([tx.query(LOCK), tx.query(TAKEN)]); // accepted
 *
 * The rule needs types. It checks `const x = f()`, `const [x, y] = [f(), g()]`, `x = f()`, and arrays of promises. It
 * accepts every use before the next `await` (`Promise.all`, `x.catch(...)`, an argument of a call), and promises that
 * cannot reject: `f().catch(...)`, `Promise.allSettled(...)` and `new Promise((resolve) => ...)`. The option `handledBy`
 * lists functions that handle the promise passed to them and return it.
 */
module.exports = {
  meta: {
    type: 'problem',
    docs: { description: 'Reject a stored promise that is handled only after another await' },
    messages: {
      unhandled:
        "Another await runs before '{{name}}' is handled: if that await throws, a rejection of '{{name}}' ends the process. Put both into one Promise.all.",
    },
    schema: [
      {
        type: 'object',
        properties: { handledBy: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ handledBy: [] }],
  },

  create(context) {
    const { sourceCode, options } = context;
    const [{ handledBy }] = options;
    const services = sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    /** The enclosing functions, innermost last, with their awaits and stored values. */
    const functions = [];
    const enter = () => functions.push({ awaits: [], stored: [] });
    const leave = () => {
      const { awaits, stored } = functions.pop();
      for (const { target, value } of stored) {
        const used = firstUse(sourceCode, target);
        if (!used || !awaits.some((one) => isBetween(one, value, used))) continue;
        if (!holdsPromise(checker, services.getTypeAtLocation(value))) continue;
        context.report({ node: target, messageId: 'unhandled', data: { name: target.name } });
      }
    };
    const store = (target, value) => {
      if (target?.type === 'ArrayPattern' && value?.type === 'ArrayExpression') {
        target.elements.forEach((element, place) => store(element, value.elements[place]));
      } else if (target?.type === 'Identifier' && value && mayReject(value, handledBy)) {
        functions.at(-1).stored.push({ target, value });
      }
    };

    return {
      Program: enter,
      'Program:exit': leave,
      ':function': enter,
      ':function:exit': leave,
      AwaitExpression: (node) => functions.at(-1).awaits.push(node),
      'ForOfStatement[await=true]': (node) => functions.at(-1).awaits.push(node.right),
      VariableDeclarator: ({ id, init }) => store(id, init),
      'AssignmentExpression[operator="="]': ({ left, right }) => store(left, right),
    };
  },
};

function mayReject({ type, callee, arguments: passed }, handledBy) {
  if (type === 'ConditionalExpression' || type === 'LogicalExpression') return true;
  // An executor without `reject`.
  if (type === 'NewExpression') return passed[0]?.params?.length !== 1;
  if (type !== 'CallExpression' || handledBy.includes(callee.name)) return false;
  const method = callee.type === 'MemberExpression' ? callee.property.name : undefined;
  return !(method === 'catch' || method === 'allSettled' || (method === 'then' && passed.length === 2));
}

/** The first use of the variable after `target` in the same function. `void x` does not count. */
function firstUse(sourceCode, target) {
  const scope = sourceCode.getScope(target);
  const variable = variableOf(scope, target.name);
  return variable?.references
    .filter(({ from }) => from.variableScope === scope.variableScope)
    .map(({ identifier }) => identifier)
    .find(
      (identifier) =>
        identifier.range[0] > target.range[1] &&
        !(identifier.parent.type === 'UnaryExpression' && identifier.parent.operator === 'void'),
    );
}

function variableOf(scope, name) {
  return scope === null ? undefined : (scope.set.get(name) ?? variableOf(scope.upper, name));
}

function isBetween(one, value, used) {
  return one.range[0] >= value.range[1] && one.range[1] <= used.range[0];
}

/** Whether the type is a promise or an array of promises. */
function holdsPromise(checker, type) {
  if (type.isUnion()) return type.types.some((part) => holdsPromise(checker, part));
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    return checker.getTypeArguments(type).some((element) => holdsPromise(checker, element));
  }
  return type.getProperty('then') !== undefined;
}
