/** The field of a multipart form that has the file. */
export const FILE_FIELD = 'file';

/** Most characters of a file's name. */
export const MAX_FILE_NAME = 255;

// eslint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;
/** Characters that turn the direction of text around: `invoice\u202Efdp.exe` would read as invoiceexe.pdf. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * The name under which a file is kept and given back, without the folder that the client named. It is never part of a path
 * here; this protects those who save the file later.
 * @returns undefined for a name that is none: empty, only dots, too long, control characters, broken Unicode
 */
export function safeFileName(given: string): string | undefined {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const name = base.replace(DIRECTION, '').trim();
  const fit = name.length > 0 && !/^\.+$/.test(name) && [...name].length <= MAX_FILE_NAME;
  return fit && !CONTROL.test(name) && name.isWellFormed() ? name : undefined;
}
