/** The maximum size of a JSON body in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** The maximum number of lines in a document. */
export const MAX_LINES = 1000;
/** The maximum number of attachments of a document. */
export const MAX_ATTACHMENTS = 50;
/** The maximum length of names. */
export const MAX_NAME = 255;
/** The maximum length of comments, reasons and addresses. */
export const MAX_COMMENT = 1000;
/** The maximum length of notes. */
export const MAX_NOTES = 5000;
/** The maximum size in bytes of a body on a route without a token; an invitation's token has about 50. */
export const MAX_PUBLIC_BODY_BYTES = 4 * 1024;
/** The maximum nesting depth of a body; the deepest request has seven levels. */
export const MAX_BODY_DEPTH = 32;
/**
 * The maximum number of keys of one object. The widest is metadata that removes 50 keys and sets 50 others; the widest
 * request has 21 fields. A client that sends a record back as it was read gets an error for each superfluous field.
 */
export const MAX_KEYS_OF_OBJECT = 100;
/** The maximum number of invalid fields in a response. */
export const MAX_FIELDS_NAMED = 100;
/** The maximum length of a field path in a response; longer paths are truncated. Real ones have less than half. */
export const MAX_FIELD_PATH = 255;
/** The maximum length of a query string in bytes: enough for two text filters of 255 non-Latin characters each. */
export const MAX_QUERY_BYTES = 8 * 1024;
/** The maximum number of query parameters; no operation has half as many. */
export const MAX_QUERY_PARAMETERS = 50;
