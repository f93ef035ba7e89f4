/** What the schema needs of PostgreSQL beside the server itself: parts of its contrib package, which the owner of a database may create. */
export const EXTENSIONS = ['btree_gist', 'btree_gin', 'pg_trgm'] as const;
