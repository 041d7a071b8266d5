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
