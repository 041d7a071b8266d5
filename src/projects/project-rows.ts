/** A project as the read side answers it. */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly name_ar: string | null;
  readonly code: string;
  readonly department: { readonly id: number; readonly name: string; readonly code: string } | null;
  readonly is_active: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Raised with every change; the ETag. */
  readonly version: number;
}
