/** A command that names something impossible; its message is for the person at the terminal. */
export class ProvisioningError extends Error {
  override readonly name = 'ProvisioningError';
}
