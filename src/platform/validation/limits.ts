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
/** Largest body of a route that needs no token, in bytes: an invitation's token is some 50. */
export const MAX_PUBLIC_BODY_BYTES = 4 * 1024;
/** Most objects and arrays within each other in a body; the deepest request has seven. */
export const MAX_BODY_DEPTH = 32;
/**
 * Most keys of one object in a body. The widest is metadata in which 50 keys are removed and 50 others set; the widest request has
 * 21 fields. A client that sends a record back as it was read is answered each field that it should not have sent.
 */
export const MAX_KEYS_OF_OBJECT = 100;
/** Most fields that one answer names. */
export const MAX_FIELDS_NAMED = 100;
/** Longest path of a field that an answer names; what is longer is cut. No field of ours has a path half as long. */
export const MAX_FIELD_PATH = 255;
/** Longest query string, in bytes: two filters by text, each of 255 characters of another script, fit. */
export const MAX_QUERY_BYTES = 8 * 1024;
/** Most parameters of a query; no operation takes half as many. */
export const MAX_QUERY_PARAMETERS = 50;
