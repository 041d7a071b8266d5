/** A column or NDJSON field that marks an export for import. Such a file may also have columns only of responses. */
export const EXPORT_MARK = 'export_version';

/** The version of the file format. */
export const EXPORT_VERSION = 1;
