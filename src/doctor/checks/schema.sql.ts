/** What of our objects the service's role lacks. Lists are joined by commas; null where there is nothing. */
export interface ObjectsRow {
  /** Of our tables, those that the role may not read. */
  readonly unread: string | null;
  /** Of the functions that run as their owner, those that it may not call, and those that do not set a search_path. */
  readonly uncalled: string | null;
  readonly loose: string | null;
  readonly functions: string[];
  /** Migrations that have run. */
  readonly ran: string[];
  readonly role: string;
}

/** Tables that commands ask as their owner, and the service never. */
const OF_THE_OWNER = ['tenant_erasures'];

/** Ours are objects whose owner is that of the list of migrations. */
export const OBJECTS = `
  SELECT current_user AS role,
         (SELECT string_agg(c.relname, ', ' ORDER BY c.relname) FROM pg_class c
           WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relowner = m.relowner
             AND c.relname <> ALL ('{${OF_THE_OWNER.join(',')}}') AND NOT has_table_privilege(c.oid, 'SELECT')) AS unread,
         (SELECT string_agg(p.oid::regprocedure::text, ', ' ORDER BY 1) FROM pg_proc p
           WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.proowner = m.relowner AND p.prorettype <> 'trigger'::regtype
             AND NOT has_function_privilege(p.oid, 'EXECUTE')) AS uncalled,
         (SELECT string_agg(p.oid::regprocedure::text, ', ' ORDER BY 1) FROM pg_proc p
           WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.proowner = m.relowner
             AND NOT EXISTS (SELECT FROM unnest(p.proconfig) set WHERE set LIKE 'search_path=%')) AS loose,
         (SELECT array_agg(p.proname::text) FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace) AS functions,
         (SELECT array_agg(name::text) FROM schema_migrations) AS ran
    FROM pg_class m WHERE m.oid = to_regclass('public.schema_migrations')`;
