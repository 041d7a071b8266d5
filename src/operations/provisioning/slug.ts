import { ProvisioningError } from './provisioning-error';

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @throws ProvisioningError unless the slug can be a host label */
export function checkSlug(slug: string): void {
  if (!SLUG.test(slug))
    throw new ProvisioningError('The slug must be lower-case letters, digits and hyphens, 63 at most');
}
