import { Html, cssString, html } from './html';

/**
 * Prepares user-entered text for printing. All such text in a document uses {@link freeText}, or {@link cssFreeText} in
 * a margin box. Without isolation the Unicode bidirectional algorithm reverses the parts of a telephone number, range
 * or code between Arabic or Hebrew words. A right-to-left paragraph therefore isolates each Latin or numeric run, a
 * left-to-right one each Arabic or Hebrew run. The direction of a paragraph is that of its first word; codes, numbers
 * and addresses are not words.
 */
export function freeText(value: string): Html {
  const language = eastAsianLanguageOf(value);
  return html`${runsOf(value).map((run) => markup(run, language))}`;
}

/** A margin box cannot contain elements, so Unicode isolate characters are used. */
export function cssFreeText(value: string): string {
  const write = (run: Run): string => (typeof run === 'string' ? run : ISOLATE[run.direction] + all(run.runs) + POP);
  const all = (runs: readonly Run[]): string => runs.map(write).join('');
  return cssString(FIRST_WORD + all(runsOf(value)) + POP);
}

type Run = string | { readonly direction: Direction; readonly runs: readonly Run[] };
type Direction = 'ltr' | 'rtl';

const ISOLATE: Readonly<Record<Direction, string>> = { ltr: '\u2066', rtl: '\u2067' };
/** Isolates with the direction of the first letter outside isolated parts, like `<bdi>`. */
const FIRST_WORD = '\u2068';
const POP = '\u2069';

function markup(run: Run, language: string): Html {
  if (typeof run === 'string') return withLanguage(run, language);
  return html`<bdi dir="${run.direction}">${run.runs.map((inner) => markup(inner, language))}</bdi>`;
}

/** Right-to-left scripts. Arabic digits and number signs have an Arabic script but are written left to right. */
const RTL_SCRIPTS = ['Arabic', 'Hebrew', 'Syriac', 'Thaana', 'Nko', 'Samaritan', 'Mandaic', 'Adlam', 'Hanifi_Rohingya'];
/** The tatweel, which stretches Arabic words, has no script. */
const RTL = `\\u0640${RTL_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}`;
const ARABIC_NUMERIC = '\\u0660-\\u066C\\u06F0-\\u06F9';
const RTL_LETTER = `(?![${ARABIC_NUMERIC}])(?=[\\p{L}\\p{N}])[${RTL}]\\p{M}*`;
const LTR_LETTER = `(?![${RTL}])\\p{L}\\p{M}*`;
const NUMBER = `(?:(?![${RTL}])|(?=[${ARABIC_NUMERIC}]))\\p{N}`;

/** Brackets and quotation marks are part of a run only as a pair of parentheses inside it. */
const PUNCTUATION = '()\\[\\]{}«»“”\\n';
/** Characters that belong to the following number: sign, currency, `#`, `@`. After a letter `-` is a hyphen. */
const BEFORE = `(?:[+±#<>≤≥]|(?<![\\p{L}\\p{M}\\p{N}])[-−~@]|(?![${RTL}])\\p{Sc}[ \\u00A0]?){1,3}`;
const AFTER = `(?:[ \\u00A0]?(?:[%‰٪]|(?![${RTL}])\\p{Sc})|[°²³+#*™®]{1,3}|\\/(?<=:\\/\\/\\S+))`;
const LTR_INNER = `(?:[^${PUNCTUATION}${RTL}]|[${ARABIC_NUMERIC}])`;
const LTR_GROUP = `\\(${LTR_INNER}*\\)`;
const LTR_ATOM = `(?:${LTR_LETTER}|${NUMBER})${AFTER}?`;
const LTR_RUN = new RegExp(
  `((?:${BEFORE})?(?:${LTR_GROUP}[ -]?)?${LTR_ATOM}(?:(?:${LTR_INNER}|${LTR_GROUP})*(?:${LTR_ATOM}|${LTR_GROUP}))?)`,
  'u',
);
const RTL_RUN = new RegExp(`(${RTL_LETTER}(?:(?:(?!${LTR_LETTER})[^${PUNCTUATION}])*${RTL_LETTER})?)`, 'u');

const HAS_RTL = new RegExp(RTL_LETTER, 'u');
const HAS_LTR = new RegExp(LTR_LETTER, 'u');
const FIRST_LETTER = new RegExp(`(?<rtl>${RTL_LETTER})|${LTR_LETTER}`, 'u');
/** A code, a number, an e-mail address or a URL. */
const IS_CODE = /\p{N}|@|:\/\/|^www\./u;
/** Separators in a list of numbers. In right-to-left text the first item is the rightmost. */
const BETWEEN_NUMBERS = /([.,;:!?،؛؟]\s+)/u;

/** Typed direction marks are removed: they would reverse parts of a number, and words outside the text. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

function runsOf(value: string): Run[] {
  const lines = value.replace(DIRECTION_MARKS, '').split(/(?<=\n)/);
  return lines.flatMap((paragraph) => {
    if (!HAS_RTL.test(paragraph)) return HAS_LTR.test(paragraph) ? [paragraph] : rightToLeft(paragraph);
    return directionOf(paragraph) === 'rtl' ? rightToLeft(paragraph) : leftToRight(paragraph);
  });
}

function directionOf(paragraph: string): Direction {
  const word = paragraph.split(/\s+/).find((one) => !IS_CODE.test(one) && FIRST_LETTER.test(one));
  return FIRST_LETTER.exec(word ?? paragraph)?.groups?.['rtl'] === undefined ? 'ltr' : 'rtl';
}

function rightToLeft(paragraph: string): Run[] {
  return partsOf(paragraph, LTR_RUN).flatMap(([text, isRun]) => {
    if (!isRun) return [text];
    if (HAS_LTR.test(text)) return [{ direction: 'ltr', runs: [text] }];
    return partsOf(text, BETWEEN_NUMBERS).map(([part, isSeparator]) =>
      isSeparator ? part : { direction: 'ltr', runs: [part] },
    );
  });
}

function leftToRight(paragraph: string): Run[] {
  return partsOf(paragraph, RTL_RUN).map(([text, isRun]) =>
    isRun ? { direction: 'rtl', runs: rightToLeft(text) } : text,
  );
}

/** @param pattern must be one group */
function partsOf(text: string, pattern: RegExp): (readonly [part: string, isMatch: boolean])[] {
  return text
    .split(pattern)
    .map((part, index) => [part, index % 2 === 1] as const)
    .filter(([part]) => part !== '');
}

const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}';
const EAST_ASIAN_RUN = new RegExp(
  `([${EAST_ASIAN}](?:[${EAST_ASIAN}\\u3000-\\u303F\\uFF00-\\uFFEF ]*[${EAST_ASIAN}])?)`,
  'u',
);

/** Common characters that only traditional Chinese and older Japanese have. */
const TRADITIONAL =
  '東車門馬長電話機國區業產務貿員貨單買賣運輸進採購備設計記說請證識訂讓議論訊財質費資賬貴賀價優個倉傳儲廠廣場際聯絡線網綠紅紙級給結統經維總銀錢銅鐵錄鏡關開間問聞閱隊階險雲電靜頁項順須預領頭題類顧風飛飯館駐驗體發髮書畫當響學實寶屬島師幣幾庫應戶執擇擔據數斷時標樣樓橋檢歐殺氣決淨湯滿漢測濟無熱燈爲獎環現瑪療盡監盤礦碼禮種稱積穩窗競筆節範築簡簽糧絲聲職膠臺與舊藝藥術裝複見規視覺觀貝負責貼賓賞邊達遠適選遲鄉醫釋針鋼';

/**
 * A character may have different shapes in Chinese, Japanese and Korean, and the browser selects the font by language.
 * Kana and the words for "company" indicate Japanese, Hangul Korean. Other texts are Chinese: traditional if one of
 * these characters occurs.
 */
function eastAsianLanguageOf(value: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]|会社/u.test(value)) return 'ja';
  if (/\p{Script=Hangul}/u.test(value)) return 'ko';
  return IS_TRADITIONAL.test(value) ? 'zh-Hant' : 'zh-Hans';
}
const IS_TRADITIONAL = new RegExp(`[${TRADITIONAL}\\p{Script=Bopomofo}]`, 'u');

function withLanguage(text: string, language: string): Html {
  return html`${partsOf(text, EAST_ASIAN_RUN).map(([part, isRun]) =>
    isRun ? html`<span lang="${language}">${part}</span>` : html`${part}`,
  )}`;
}
