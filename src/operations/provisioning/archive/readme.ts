/** What an archive says to whoever opens it. */
export const README = `# A tenant of Procurement Service

Everything of one tenant at one moment, written by \`tenant:export\`. It holds personal data and what gives access: keep it as you
keep a backup.

- \`manifest.json\`: the tenant, the version of the schema, when and by whom it was written, each file with its SHA-256, and where
  the chain of evidence ends. \`sha256sum tables/*.ndjson.gz documents/*\` must say the same.
- \`tables/{table}.ndjson.gz\`: the rows of each table, one JSON object a line, in the order of their keys, without the tenant's id.
- \`documents/{key}\`: uploaded files, under the \`key\` of their row in \`stored_objects\`.
- \`secrets.sealed\`: the secrets of webhooks under the transfer key, if one was given.

\`node dist/cli.js tenant:import {this folder} --manifest-sha256 {digest}\` puts it into another installation of the same version. The digest
is what \`tenant:export\` printed. Send it by another way than the archive: it shows that nothing was changed.
`;
