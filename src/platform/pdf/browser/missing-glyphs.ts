import { FONT_FAMILY, FONT_WEIGHTS } from '../fonts/embedded';
import { boxFont } from '../fonts/box-font';
import { html } from '../html';

/** A font without the characters of any document. Its glyph 0 is wider than any character. */
const PROBE_FAMILY = 'Probe';
const PROBE_WIDTH_EM = 60;
const NONCHARACTER = 0x10ffff;

/** U+20E3 draws a key around the digit before it. If it had a box, Chromium would look for the digit in the same font. */
const KEYCAP = 0x20e3;

const dataUri = (font: Buffer): string => `url(data:font/ttf;base64,${font.toString('base64')})`;

/** One element for each character. A character that no font has is drawn with glyph 0 of the first font of the list. */
export function probeOf(characters: readonly string[]) {
  const probe = boxFont([NONCHARACTER], PROBE_WIDTH_EM * 1000);
  return {
    css:
      `@font-face{font-family:${PROBE_FAMILY};src:${dataUri(probe)}}` +
      `i{display:inline-block;font:16px ${PROBE_FAMILY},${FONT_FAMILY},sans-serif}`,
    markup: html`${characters.map((character) => html`<i>${character}</i>`)}`.markup,
    font: `16px ${PROBE_FAMILY},${FONT_FAMILY}`,
    /** In pixels. */
    missingFrom: (16 * PROBE_WIDTH_EM) / 2,
  };
}

/** Rules that draw these characters as boxes. They come after the document's faces: the last face with a character wins. */
export function boxFaces(characters: readonly string[]): string {
  const codePoints = characters.map((character) => character.codePointAt(0) ?? 0).filter((one) => one !== KEYCAP);
  if (codePoints.length === 0) return '';
  const range = codePoints.map((codePoint) => `U+${codePoint.toString(16)}`).join();
  const source = dataUri(boxFont(codePoints));
  return FONT_WEIGHTS.map(
    (weight) => `@font-face{font-family:${FONT_FAMILY};font-weight:${weight};unicode-range:${range};src:${source}}`,
  ).join('');
}

/** Whether a font has to have a glyph for it. Every machine has a font for ASCII. */
export function needsGlyph(character: string): boolean {
  return /[^\p{ASCII}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(character);
}
