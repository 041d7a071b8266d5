import { FONT_FAMILY, FONT_WEIGHTS } from '../fonts';
import { html } from '../html';

/** A font without characters of any document. Its glyph 0 is wider than any character. */
const PROBE_FAMILY = 'Probe';
const PROBE_WIDTH_EM = 60;
const NONCHARACTER = 0x10ffff;

/** U+20E3 draws a key around the preceding digit; with a box glyph Chromium would take the digit from the same font. */
const KEYCAP = 0x20e3;

const dataUri = (font: Buffer): string => `url(data:font/ttf;base64,${font.toString('base64')})`;

/** One element per character. Chromium draws a character without a glyph in any font with glyph 0 of the first font. */
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

/** Must come after the document's font faces, because the last matching face applies. */
export function boxFaces(characters: readonly string[]): string {
  const codePoints = characters.map((character) => character.codePointAt(0) ?? 0).filter((one) => one !== KEYCAP);
  if (codePoints.length === 0) return '';
  const range = codePoints.map((codePoint) => `U+${codePoint.toString(16)}`).join();
  const source = dataUri(boxFont(codePoints));
  return FONT_WEIGHTS.map(
    (weight) => `@font-face{font-family:${FONT_FAMILY};font-weight:${weight};unicode-range:${range};src:${source}}`,
  ).join('');
}

/** Whether the character requires a glyph in some font. Every system has a font for ASCII. */
export function needsGlyph(character: string): boolean {
  return /[^\p{ASCII}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(character);
}

const EM = 1000;
const BOX_ADVANCE = 600;

/**
 * Creates a TrueType font that draws every given character as an empty box. Chromium would draw such a character with
 * glyph 0, from which PDF readers extract no text. In this font each character has a separate glyph, so search and copy
 * work.
 * @param missingAdvance width of glyph 0
 */
export function boxFont(codePoints: readonly number[], missingAdvance = BOX_ADVANCE): Buffer {
  const sorted = [...new Set(codePoints)].sort((a, b) => a - b);
  const glyphs = sorted.length + 1;
  const first = Math.min(sorted[0] ?? 0, 0xffff);
  const last = Math.min(sorted.at(-1) ?? 0, 0xffff);
  return sfnt({
    // All glyphs are bases, so a mark without a glyph gets a separate box.
    GDEF: u16(1, 0, 12, 0, 0, 0, 2, 1, 0, glyphs - 1, 1),
    'OS/2': os2(first, last),
    cmap: cmap(sorted),
    glyf: Buffer.concat(Array.from({ length: glyphs }, () => BOX)),
    head: u16(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, EM, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, BOX_ADVANCE, 700, 0, 8, 2, 1, 0),
    hhea: u16(1, 0, 800, -200, 0, missingAdvance, 0, 0, BOX_ADVANCE, 1, 0, 0, 0, 0, 0, 0, 0, glyphs),
    hmtx: u16(missingAdvance, 0, ...sorted.flatMap(() => [BOX_ADVANCE, 0])),
    loca: u32(...Array.from({ length: glyphs + 1 }, (_, index) => index * BOX.length)),
    maxp: u16(1, 0, glyphs, 8, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
    name: name('Boxes'),
    post: u16(3, 0, ...Array.from({ length: 14 }, () => 0)),
  });
}

/** Two rectangles in opposite directions: each corner relative to the previous one. */
const BOX = Buffer.concat([
  u16(2, 60, 0, 540, 700, 3, 7, 0),
  Buffer.alloc(8, 1),
  u16(60, 480, 0, -480, 40, 0, 400, 0),
  u16(0, 0, 700, 0, -660, 620, 0, -620),
]);

function cmap(codePoints: readonly number[]): Buffer {
  const groups = codePoints.flatMap((codePoint, index) => [codePoint, codePoint, index + 1]);
  return Buffer.concat([u16(0, 1, 3, 10, 0, 12, 12, 0), u32(16 + groups.length * 4, 0, codePoints.length, ...groups)]);
}

function os2(first: number, last: number): Buffer {
  const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
  const metrics = [800, -200, 0, 800, 200];
  return u16(4, BOX_ADVANCE, 400, 5, ...zeros(27), 0x40, first, last, ...metrics, ...zeros(4), 500, 700, 0, 0x20, 1);
}

function name(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const ids = [1, 2, 4, 6];
  const records = ids.flatMap((id) => [3, 1, 0x409, id, text.length, 0]);
  return Buffer.concat([u16(0, ids.length, 6 + ids.length * 12, ...records), text]);
}

function sfnt(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables);
  const power = Math.floor(Math.log2(entries.length));
  const header = u16(1, 0, entries.length, 16 * 2 ** power, power, 16 * (entries.length - 2 ** power));
  let offset = header.length + entries.length * 16;
  const directory: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, table] of entries) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    directory.push(Buffer.from(tag.padEnd(4)), u32(checksum(padded), offset, table.length));
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...directory, ...bodies]);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

function u16(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value & 0xffff, index * 2));
  return buffer;
}

function u32(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
}
