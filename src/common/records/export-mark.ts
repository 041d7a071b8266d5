/**
 * A column, or NDJSON field, that identifies a file exported for import; such a file may also have columns that only
 * responses contain.
 */
export const EXPORT_MARK = 'export_version';

/** The version of the file format. */
export const EXPORT_VERSION = 1;
