/**
 * Patterns that make a reader read a sentence twice, each with what to write instead. CONTRIBUTING.md has the rules that they
 * come from. A pattern is here only if the project has no good use for it.
 */
const PATTERNS = [
  [
    /\b(?:tells?|telling|told|says|said|hears?|heard|speaks?|spoken)\b/i,
    'programs return, print, log, publish, notify or describe',
  ],
  [/\b(?:nobody|somebody|anybody|whoever|whomever|whatever|whom)\b/i, 'name the person, the role or the thing'],
  [/\b(?:stands?|stood|lain|lives)\b/i, 'use the verb of the field: is, exists, is stored, remains'],
  [/\b(?:anew|none but|nothing but|all that|no other than)\b/i, 'use the everyday word'],
  [
    /(?<!\b(?:knows?|shows?|sees?|explains?|decides?|defines?|describes?|lists?|checks?|like) )\bwhat (?:is|are|was|were|has|have|had|may|must|does|did|comes?|came|goes|went|waits?)\b/i,
    'use a noun: pending approvals, the stored value',
  ],
  [
    /(?:^|[.,:;] |\b(?:and|of|to|by|for|with) )who (?:is|may|can|has|had|was|does|did|waits?)\b/i,
    'use a noun: the caller, the approver',
  ],
  [/\b(?:is|are|was|were|be|been|being) (?:\w+ly )?(?:asked|kept)\b/i, 'name the actor and its verb'],
];

/** The longest sentence, in words. */
const LONGEST = 32;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Code, quotations and addresses are not prose. */
const bare = (text) =>
  text
    .replace(/`[^`]*`/g, 'X')
    .replace(/"[^"\n]*"|“[^”\n]*”/g, 'X')
    .replace(/\{@link[^}]*\}|https?:\S+/g, 'X');

/**
 * The faults of a text, one for each sentence at most.
 * @returns pairs of the sentence's start in the text and what to change
 */
function* faultsOf(text) {
  for (const part of bare(text).split(/\n\s*\n|\n\s*(?=[-*]\s|\d+\.\s|@\w)|:\n/)) {
    for (const { segment } of sentences.segment(part.replace(/\s+/g, ' ').trim())) {
      if (segment.endsWith('?')) continue;
      const hit = PATTERNS.map(([pattern, advice]) => [pattern.exec(segment)?.[0], advice]).find(([found]) => found);
      const words = segment.split(' ').filter((word) => /[a-z]/i.test(word)).length;
      const start = segment.trim().slice(0, 60);
      if (hit) yield `"${hit[0]}": ${hit[1]} ("${start}")`;
      else if (words > LONGEST && !segment.startsWith('@throws'))
        yield `${words} words in a sentence, at most ${LONGEST} ("${start}")`;
    }
  }
}

const TESTS = new Set(['describe', 'it', 'test']);

/** `it(…)`, `it.each(…)(…)`, `describe.each(…)(…)`. */
const isTest = (call) => {
  let callee = call.callee;
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression') {
    callee = callee.type === 'CallExpression' ? callee.callee : callee.object;
  }
  return callee.type === 'Identifier' && TESTS.has(callee.name);
};

/** A sentence that a person reads: a description, a message or an error, not a name or a statement of SQL. */
const isProse = (text) => /^[A-Z][a-z]+(?: \S+){3,}/.test(text);

/** Refuses sentences that are hard to read: in comments, titles of tests, descriptions, error messages and Markdown. */
module.exports = {
  meta: { type: 'suggestion', schema: [], docs: { description: 'plain English' } },
  create(context) {
    const { sourceCode } = context;
    const report = (node, text) => {
      for (const message of faultsOf(text)) context.report({ loc: node.loc ?? sourceCode.getLoc(node), message });
    };
    if (sourceCode.ast.type === 'root') {
      const check = (node) => report(node, textOf(node));
      return { paragraph: check, heading: check, tableCell: check };
    }
    return {
      Program() {
        for (const { loc, text } of blocksOf(sourceCode.getAllComments())) report({ loc }, text);
      },
      Literal(node) {
        if (typeof node.value !== 'string') return;
        const { parent } = node;
        const isTitle = parent.type === 'CallExpression' && parent.arguments[0] === node && isTest(parent);
        if (isTitle || isProse(node.value)) report(node, node.value);
      },
    };
  },
};

/** Line comments that follow each other are one text. */
function blocksOf(comments) {
  const blocks = [];
  for (const { type, value, loc } of comments) {
    const last = blocks.at(-1);
    if (type === 'Line' && last?.type === 'Line' && last.loc.end.line === loc.start.line - 1) {
      last.text += `\n${value.trim()}`;
      last.loc = { start: last.loc.start, end: loc.end };
    } else blocks.push({ type, loc, text: value.replace(/^\s*\* ?/gm, '').trim() });
  }
  return blocks.filter(({ text }) => !text.startsWith('eslint-'));
}

/** The words of a node of Markdown, without its code. */
function textOf(node) {
  if (node.type === 'inlineCode') return 'X';
  if (node.type === 'text') return node.value;
  return (node.children ?? []).map(textOf).join('');
}
