import { ProvisioningError } from '../provisioning-error';

/** For an archive that is not as `tenant:export` writes it. */
export const unfit = (what: string): ProvisioningError =>
  new ProvisioningError(
    `The archive cannot be imported: ${what}.\nNothing was imported. Copy the archive again, or export the tenant again`,
  );

export const UNVERIFIED = new ProvisioningError(
  'The archive may have been changed on its way.\nGive --manifest-sha256 with the digest that tenant:export printed, or --unverified to import it without',
);

/** What a constraint or a trigger refuses is a fault of the archive: two rows with one id, a reference to nothing. */
export function refusedByDatabase(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message?: string };
  return /^(2[23]|P0)...$/.test(code) ? unfit(`the database refuses a row: ${message}`) : error;
}

/** For a file of an archive whose digest is not that of the manifest. */
export const changed = (path: string): ProvisioningError =>
  new ProvisioningError(
    `${path} is not what the manifest says: it was changed, or is missing.\nCopy the archive again`,
  );

/** For `catch`: tokens that are valid here already are refused in words. */
export function refuseTokens(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'uq_api_tokens_token_hash' || constraint === 'uq_invitations_token_hash') {
    throw new ProvisioningError(
      'Tokens of the archive are another tenant’s here already, and a token belongs to one.\nImport with --without-tokens',
    );
  }
  throw error;
}
