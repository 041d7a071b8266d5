/** Largest JSON body, in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Most lines in one document. */
export const MAX_LINES = 1000;
/** Most attachments of one document. */
export const MAX_ATTACHMENTS = 50;
/** Most characters in names. */
export const MAX_NAME = 255;
/** Most characters in comments, reasons and addresses. */
export const MAX_COMMENT = 1000;
/** Most characters in notes. */
export const MAX_NOTES = 5000;
