/** Field of the file in a multipart form. */
export const FILE_FIELD = 'file';

export const MAX_FILE_NAME = 255;

// eslint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;
/** Characters that reverse the direction of text: `invoice\u202Efdp.exe` would look like invoiceexe.pdf. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * The client's file name without folders. Used for downloads only, never in a path.
 * @returns undefined for an invalid name: empty, dots only, too long, control characters, broken Unicode
 */
export function safeFileName(given: string): string | undefined {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const name = base.replace(DIRECTION, '').trim();
  const fit = name.length > 0 && !/^\.+$/.test(name) && [...name].length <= MAX_FILE_NAME;
  return fit && !CONTROL.test(name) && name.isWellFormed() ? name : undefined;
}
