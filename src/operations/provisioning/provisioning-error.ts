/** An invalid command. The message is for the operator at the terminal. */
export class ProvisioningError extends Error {
  override readonly name = 'ProvisioningError';
}

export const noTenant = (slug: string): ProvisioningError => new ProvisioningError(`No tenant has the slug ${slug}`);

/** @throws ProvisioningError for a tenant under a legal hold; null means none */
export function refuseHeld(slug: string, holdReason: string | null): void {
  if (holdReason === null) return;
  throw new ProvisioningError(
    `${slug} is under a legal hold: ${holdReason}.\n\`tenant:hold --slug ${slug} --release\` ends that`,
  );
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @throws ProvisioningError unless the slug can be a host label */
export function checkSlug(slug: string): void {
  if (!SLUG.test(slug))
    throw new ProvisioningError('The slug must be lower-case letters, digits and hyphens, 63 at most');
}
