/** Answers about an import that has just begun to wait, and about one that runs. */
export const IMPORT_EXAMPLES = {
  read: { answer: { warnings: 1, finished_at: null } },
  start: {
    answer: {
      status: 'queued',
      rows_done: 0,
      rows_failed: 0,
      created: 0,
      changed: 0,
      unchanged: 0,
      warnings: 0,
      started_at: null,
      finished_at: null,
    },
  },
};

/** A file in each of the two formats, by the type that the body is sent as. */
export const FILE_EXAMPLES = {
  'text/csv': {
    summary: 'CSV',
    value: 'external_id,name,email,payment_terms\r\nERP-4711,Najd Paper Co.,orders@najd-paper.example,30\r\n',
  },
  'application/x-ndjson': {
    summary: 'NDJSON',
    value: '{"external_id":"ERP-4711","name":"Najd Paper Co.","payment_terms":30}\n',
  },
};
