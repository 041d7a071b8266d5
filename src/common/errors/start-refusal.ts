/** The service will not start as it was asked to. The message says what is wrong, `hint` what to do about it. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
