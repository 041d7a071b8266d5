import { ERROR_CODES, type ErrorCode } from '../../../../common/errors';
import { STATUS } from '../status';
import { exampleBody } from './examples';
import { ERROR_PAGES } from './index';

const LANGUAGES = ['en', 'ar'] as const;
type Language = (typeof LANGUAGES)[number];

const HEADINGS = {
  en: { cause: 'Cause', mend: 'What to do', example: 'Example', form: 'Form', all: 'All error codes' },
  ar: { cause: 'السبب', mend: 'ما العمل', example: 'مثال', form: 'الصيغة', all: 'كل رموز الأخطاء' },
} as const;

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.2rem}h3{font-size:1rem;margin-bottom:.25rem}
code{font-family:ui-monospace,monospace;font-size:.92em;unicode-bidi:isolate;direction:ltr}
pre{direction:ltr;text-align:left;overflow-x:auto;padding:.75rem;border:1px solid #8886;border-radius:6px}
section{border-top:1px solid #8886;margin-top:1.5rem}
td,th{text-align:start;padding:.3rem .75rem .3rem 0;vertical-align:top}
`;

/** The page about one code, in both languages. */
export function errorPageHtml(code: ErrorCode): string {
  const sections = LANGUAGES.map((language) => section(code, language)).join('\n');
  return page(
    code,
    `<p><a href="../errors">${HEADINGS.en.all}</a></p>
<h1><code>${code}</code> <small>HTTP ${STATUS[code]}</small></h1>
${sections}`,
  );
}

function section(code: ErrorCode, language: Language): string {
  const { title, cause, mend } = ERROR_PAGES[code];
  const words = HEADINGS[language];
  const examples = (['a', 'b'] as const).map(
    (form) =>
      `<h3>${words.example}, ${words.form} ${form.toUpperCase()}</h3>
<pre>${escaped(JSON.stringify(exampleBody(form, code, language), null, 2))}</pre>`,
  );
  return `<section lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<h2>${escaped(title[language])}</h2>
<h3>${words.cause}</h3>
<p>${prose(cause[language])}</p>
<h3>${words.mend}</h3>
<p>${prose(mend[language])}</p>
${examples.join('\n')}
</section>`;
}

/** The list of all codes. */
export function errorListHtml(): string {
  const rows = [...ERROR_CODES]
    .sort((one, other) => STATUS[one] - STATUS[other])
    .map(
      (code) =>
        `<tr><td>${STATUS[code]}</td><td><a href="errors/${code}"><code>${code}</code></a></td><td>${escaped(ERROR_PAGES[code].title.en)}<br><span lang="ar" dir="rtl">${escaped(ERROR_PAGES[code].title.ar)}</span></td></tr>`,
    );
  return page(
    'Error codes',
    `<h1>Error codes</h1>
<p>Every refusal names one of these in <code>error.code</code> and links its page in <code>error.doc_url</code>. Refusals in the Auth
shape (401, and 403 for an ability) have no code in their body; their header <code>Link</code> names the page.</p>
<table>
<thead><tr><th>HTTP</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Procurement Service API</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Text with `code` in backticks. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
