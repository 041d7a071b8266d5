/** What a request says of a project. What it does not mention is undefined, what it clears null. */
export interface ProjectInput {
  readonly name?: string;
  readonly nameAr?: string | null;
  readonly code?: string;
  readonly departmentId?: number | null;
  readonly isActive?: boolean;
}

/** A new project has a name and a code. */
export type NewProjectInput = ProjectInput & { readonly name: string; readonly code: string };
