import { sql, type Kysely } from 'kysely';
import type { Db } from './db.generated.ts';

/** The committed description of the newest schema. */
export const SCHEMA_DESCRIPTION = new URL('../../../migrations/schema.txt', import.meta.url);

const QUERY = sql<{ line: string }>`
  WITH relation AS (SELECT c.* FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition)
  SELECT line FROM (
    SELECT 'table ' || c.relname || CASE WHEN c.relrowsecurity THEN ' rls' ELSE '' END || CASE WHEN c.relforcerowsecurity THEN ' forced' ELSE '' END AS line FROM relation c
    UNION ALL
    SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
      || CASE a.attidentity WHEN '' THEN '' ELSE ' identity' END
      || coalesce(CASE a.attgenerated WHEN '' THEN ' default ' ELSE ' generated ' END || pg_get_expr(d.adbin, d.adrelid), '')
    FROM relation c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    UNION ALL
    SELECT 'constraint ' || c.relname || '.' || k.conname || ' ' || pg_get_constraintdef(k.oid)
    FROM relation c JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype <> 'n'
    UNION ALL
    SELECT 'index ' || replace(pg_get_indexdef(i.indexrelid), 'public.', '')
    FROM relation c JOIN pg_index i ON i.indrelid = c.oid WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
    UNION ALL
    SELECT 'policy ' || tablename || '.' || policyname || ' to ' || array_to_string(roles, ',') || ' ' || cmd || ' using ' || coalesce(qual, '-') || ' check ' || coalesce(with_check, '-')
    FROM pg_policies WHERE schemaname = 'public'
    UNION ALL
    SELECT 'function ' || p.oid::regprocedure || ' returns ' || coalesce(pg_get_function_result(p.oid), 'nothing') || CASE WHEN p.prosecdef THEN ' definer' ELSE '' END
      || ' ' || coalesce(array_to_string(p.proconfig, ';'), '') || ' body ' || md5(replace(p.prosrc, E'\r', ''))
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')
    UNION ALL
    SELECT 'grant ' || g.table_name || ' to ' || g.grantee || ': ' || string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type COLLATE "C")
    FROM information_schema.role_table_grants g JOIN relation c ON c.relname = g.table_name
    WHERE g.table_schema = 'public' AND g.grantee IN ('spora_api', 'spora_pipeline', 'PUBLIC') GROUP BY g.table_name, g.grantee
    UNION ALL
    SELECT 'grant ' || g.table_name || ' (' || string_agg(g.column_name, ', ' ORDER BY g.column_name COLLATE "C") || ') to ' || g.grantee || ': ' || g.privilege_type
    FROM information_schema.role_column_grants g
    WHERE g.table_schema = 'public' AND g.grantee IN ('spora_api', 'spora_pipeline', 'PUBLIC') AND NOT EXISTS (
      SELECT FROM information_schema.role_table_grants t WHERE t.table_schema = 'public' AND t.table_name = g.table_name
        AND t.grantee = g.grantee AND t.privilege_type = g.privilege_type)
    GROUP BY g.table_name, g.grantee, g.privilege_type
    UNION ALL
    SELECT 'execute ' || p.oid::regprocedure || ' by ' || CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END
    FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    WHERE p.pronamespace = 'public'::regnamespace AND a.grantee <> p.proowner AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')
    UNION ALL
    SELECT 'extension ' || extname FROM pg_extension WHERE extname <> 'plpgsql'
  ) lines ORDER BY line COLLATE "C"`;

/** What the catalogue says of our schema, one line a thing, in an order and wording that no version of PostgreSQL changes. */
export async function describeSchema(db: Kysely<Db>): Promise<string> {
  const { rows } = await QUERY.execute(db);
  return `${rows.map(({ line }) => line.replaceAll(/\s+/g, ' ')).join('\n')}\n`;
}
