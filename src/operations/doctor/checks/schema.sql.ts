/** Faults in the service's database objects, independent of migrations. Comma-separated lists; null if empty. */
export interface ObjectsRow {
  /** `SECURITY DEFINER` functions that do not set a search_path. */
  readonly loose: string | null;
  /** Disabled triggers, including those of foreign keys. */
  readonly disabled: string | null;
  readonly ran: string[];
  readonly role: string;
}

/** Includes only objects with the same owner as the table of migrations. */
export const OBJECTS = `
  SELECT current_user AS role,
         (SELECT string_agg(p.oid::regprocedure::text, ', ' ORDER BY 1) FROM pg_proc p
           WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.proowner = m.relowner
             AND NOT EXISTS (SELECT FROM unnest(p.proconfig) set WHERE set LIKE 'search_path=%')) AS loose,
         (SELECT string_agg(format('%I on %I', t.tgname, c.relname), ', ' ORDER BY c.relname, t.tgname)
            FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
           WHERE c.relnamespace = 'public'::regnamespace AND c.relowner = m.relowner AND t.tgenabled IN ('D', 'R')) AS disabled,
         (SELECT array_agg(name::text) FROM schema_migrations) AS ran
    FROM pg_class m WHERE m.oid = to_regclass('public.schema_migrations')`;
