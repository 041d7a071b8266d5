import { Html, cssString, html } from './html';

describe('html', () => {
  it('escapes every value, in elements and in attributes', () => {
    const hostile = `<b class="x" id='y'>&amp;</b>`;
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
      '<p title="&lt;b class=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;">&lt;b class=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;</p>',
    );
  });

  it('nests its markup, single and in lists', () => {
    const items = ['<1>', '2'].map((text) => html`<i>${text}</i>`);
    expect(html`<b>${items}</b>`.markup).toBe('<b><i>&lt;1&gt;</i><i>2</i></b>');
    expect(html`<b>${html`<i>x</i>`}</b>`.markup).toBe('<b><i>x</i></b>');
  });

  it.each([[null], [undefined], [false as const]])('renders nothing for %s', (nothing) => {
    expect(html`[${nothing}]`.markup).toBe('[]');
  });

  it('renders zero and the empty string unchanged', () => {
    expect(html`[${0}][${''}]`.markup).toBe('[0][]');
  });

  it.each(['\u0000', '\u0007', '\u001B', '\u007F', '\u009F', '\uD800', '\uDFFF'])(
    'replaces a character that is invalid in text by U+FFFD',
    (character) => expect(html`a${character}b`.markup).toBe('a\uFFFDb'),
  );

  it('preserves tabs, newlines, emoji and Arabic', () => {
    const text = 'a\tb\nc 🧾 أمر شراء';
    expect(html`${text}`.markup).toBe(text);
  });

  it('uses only the markup of an Html object', () => {
    expect(html`${new Html('<hr>')}`.markup).toBe('<hr>');
  });
});

describe('cssString', () => {
  it('preserves letters, digits, spaces and symbols of any script', () => {
    expect(cssString('PO-2026 أمر कि 🧾 «»')).toBe('"PO-2026 أمر कि 🧾 «»"');
  });

  it.each([
    ['"; } body { display: none', '"\\22 \\3b  \\7d  body \\7b  display\\3a  none"'],
    ['</style><script>', '"\\3c \\2f style\\3e \\3c script\\3e "'],
    ['a\\', '"a\\5c "'],
    ['a\nb', '"a\\a b"'],
    ['\u0000', '"\uFFFD"'],
  ])('prevents that %j ends the string or the style element', (text, literal) => {
    expect(cssString(text)).toBe(literal);
  });
});
