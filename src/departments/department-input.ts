/** What a request says of a department. What it does not mention is undefined, what it clears null. */
export interface DepartmentInput {
  readonly name?: string;
  readonly nameAr?: string | null;
  readonly code?: string;
  readonly headUserId?: number | null;
  readonly isActive?: boolean;
}

/** A new department has a name and a code. */
export type NewDepartmentInput = DepartmentInput & { readonly name: string; readonly code: string };
