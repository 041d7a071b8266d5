/** A browser that is there. */
export interface BrowserProgram {
  readonly path: string;
  /** What it needs in its environment to run. */
  readonly environment: Readonly<Record<string, string>>;
}
