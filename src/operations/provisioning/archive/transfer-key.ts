import { createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SecretBox, type SealedPlace } from '../../../common/secrets/secret-box';
import { ProvisioningError } from '../provisioning-error';

/**
 * What seals an archive's secrets on their way, with the key of a file: the base64 of 32 bytes.
 * @throws ProvisioningError when the file holds no such key
 */
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

/** Of which tenant the secrets of an archive are: those of another do not open in their place. */
export const archivePlace = (tenantId: string): SealedPlace => ({
  purpose: 'tenant archive',
  tenantId,
  record: 'webhook secrets',
});

/** The secrets of a subscription, in clear. */
export interface SubscriptionSecrets {
  readonly id: number;
  readonly secret: string;
  readonly previous: string | null;
  /** Until when the previous one still signs. */
  readonly previous_until: string | null;
}
