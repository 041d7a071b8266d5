import { createHash, createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SecretBox, type SealedPlace } from '../../../common/secrets/secret-box';
import { ProvisioningError } from '../provisioning-error';

/** Version of the archive format. */
export const ARCHIVE_FORM = 1;

export const MANIFEST = 'manifest.json';
/** Webhook secrets, encrypted with the transfer key. */
export const SECRETS = 'secrets.sealed';

/** A table of an archive: `tables/{name}.ndjson.gz`. */
export interface ArchivedTable {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 of the uncompressed rows. */
  readonly rows_sha256: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
}

/** A stored file of an archive: `documents/{key}`. */
export interface ArchivedFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly form: number;
  /** The last migration of the source database. */
  readonly schema: string;
  readonly exported_at: string;
  readonly exported_by: string;
  /** The tenant's row. */
  readonly tenant: Readonly<Record<string, unknown>> & { readonly id: string; readonly slug: string };
  /** Whether the archive contains the digests of tokens. */
  readonly tokens: boolean;
  /** SHA-256 of the file of secrets; null without a transfer key. */
  readonly secrets_sha256: string | null;
  /** The end of the tenant's evidence chain, and its original id; null before the first seal. */
  readonly evidence: { readonly position: number; readonly hash: string; readonly origin_id: string } | null;
  readonly tables: readonly ArchivedTable[];
  readonly files: readonly ArchivedFile[];
  /** Tables that are not in the archive, with the reason. */
  readonly left_out: Readonly<Record<string, string>>;
}

/** Path of a table in an archive's folder. */
export const tableFile = (folder: string, name: string): string => join(folder, 'tables', `${name}.ndjson.gz`);

/** Path of a stored file in an archive's folder. */
export function documentFile(folder: string, key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new ProvisioningError(`${key} is no key of a file: the archive was changed`);
  return join(folder, 'documents', key);
}

/**
 * @param sha256 the digest that `tenant:export` printed; undefined to skip the comparison
 * @throws ProvisioningError if the folder has no archive of this format, or the digest differs
 */
export async function readManifest(folder: string, sha256?: string): Promise<Manifest> {
  const file = join(folder, MANIFEST);
  const bytes = await readFile(file).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new ProvisioningError(
      code === 'ENOENT'
        ? `${folder} holds no ${MANIFEST}.\nGive the folder that tenant:export wrote to its end`
        : `${file} cannot be read (${code}).\nGive the archive to the account that runs this command`,
    );
  });
  const found = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== undefined && sha256.toLowerCase() !== found) {
    throw new ProvisioningError(
      `${file} was changed: its SHA-256 is ${found}, not that of --manifest-sha256.\nCopy the archive again, and give the digest that tenant:export printed`,
    );
  }
  const manifest = parsed(bytes.toString());
  if (manifest?.form !== ARCHIVE_FORM) {
    throw new ProvisioningError(`${file} is no manifest of form ${ARCHIVE_FORM}.\nExport again with this release`);
  }
  return manifest;
}

function parsed(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return undefined;
  }
}

/** For archives with another format than that of `tenant:export`. */
export const unfit = (what: string): ProvisioningError =>
  new ProvisioningError(
    `The archive cannot be imported: ${what}.\nNothing was imported. Copy the archive again, or export the tenant again`,
  );

export const UNVERIFIED = new ProvisioningError(
  'The archive may have been changed on its way.\nGive --manifest-sha256 with the digest that tenant:export printed, or --unverified to import it without',
);

/** Violations of constraints and triggers are faults of the archive, for example missing references. */
export function refusedByDatabase(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message?: string };
  return /^(2[23]|P0)...$/.test(code) ? unfit(`the database refuses a row: ${message}`) : error;
}

/** For a file whose digest differs from the manifest. */
export const changed = (path: string): ProvisioningError =>
  new ProvisioningError(
    `${path} is not what the manifest says: it was changed, or is missing.\nCopy the archive again`,
  );

/** For `catch`: explains conflicts with existing tokens. */
export function refuseTokens(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'uq_api_tokens_token_hash' || constraint === 'uq_invitations_token_hash') {
    throw new ProvisioningError(
      'Tokens of the archive are another tenant’s here already, and a token belongs to one.\nImport with --without-tokens',
    );
  }
  throw error;
}

/** The file contains the base64 of 32 bytes. @throws ProvisioningError if it does not */
export async function transferBox(file: string): Promise<SecretBox> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ProvisioningError(`--transfer-key-file: ${String(error)}.\nMake one: openssl rand -base64 32 > ${file}`);
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) {
    throw new ProvisioningError(
      `--transfer-key-file: ${file} is not the base64 of 32 bytes.\nMake one: openssl rand -base64 32 > ${file}`,
    );
  }
  return new SecretBox({ keys: [{ id: 'transfer', key: createSecretKey(key) }], format: 'v2' });
}

/** Binds the secrets of an archive to its tenant. */
export const archivePlace = (tenantId: string): SealedPlace => ({
  purpose: 'tenant archive',
  tenantId,
  record: 'webhook secrets',
});

/** The secrets of a subscription in plain text. */
export interface SubscriptionSecrets {
  readonly id: number;
  readonly secret: string;
  readonly previous: string | null;
  /** End of the previous secret's validity. */
  readonly previous_until: string | null;
}
