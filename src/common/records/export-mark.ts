/** A column, and a field of each NDJSON object, that an export for an import adds: such a file may have all columns of answers. */
export const EXPORT_MARK = 'export_version';

/** Which form of file the mark stands for. */
export const EXPORT_VERSION = 1;
