-- What a unit sits in, its pictures, and what the police are told when it is stolen.

CREATE TABLE object_description (
  unit_id bigint CONSTRAINT object_description_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  object_type text,
  manufacturer text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  built_year smallint,
  hull_number text NOT NULL DEFAULT '' CONSTRAINT object_description_hull_number CHECK (hull_number ~ '^([A-Z0-9]{14})?$'),
  motor_number text NOT NULL DEFAULT '',
  chassis_number text NOT NULL DEFAULT '',
  serial_number text NOT NULL DEFAULT '',
  insurance_company text NOT NULL DEFAULT '',
  insurance_number text NOT NULL DEFAULT '',
  links text[] NOT NULL DEFAULT '{}',
  changed_at timestamptz NOT NULL,
  CONSTRAINT object_description_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('object_description');

-- Bytes as our own encoder wrote them, never as they came. One that a theft report shows outlives its removal from the description.
CREATE TABLE object_picture (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT object_picture_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  place smallint NOT NULL,
  caption text NOT NULL DEFAULT '',
  content_type text NOT NULL CONSTRAINT object_picture_type CHECK (content_type IN ('image/png', 'image/jpeg')),
  width integer NOT NULL,
  height integer NOT NULL,
  data bytea NOT NULL CONSTRAINT object_picture_size CHECK (octet_length(data) BETWEEN 1 AND 1048576),
  -- Of the file as it came: the same one sent again is told from another.
  source_digest bytea NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  CONSTRAINT object_picture_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX object_picture_by_unit ON object_picture (unit_id, place);
-- Compressed already.
ALTER TABLE object_picture ALTER COLUMN data SET STORAGE EXTERNAL;
CALL protect_tenant_table('object_picture');

-- Every version as it was made: the interface may add and read, never change.
CREATE TABLE theft_report (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT theft_report_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  member_id bigint NOT NULL,
  picture_ids bigint[] NOT NULL,
  content jsonb NOT NULL,
  CONSTRAINT theft_report_version UNIQUE (unit_id, version),
  CONSTRAINT theft_report_in_account UNIQUE (account_id, id),
  CONSTRAINT theft_report_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('theft_report');

CREATE TABLE theft_share (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT theft_share_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  report_id bigint NOT NULL,
  token_hash bytea NOT NULL CONSTRAINT theft_share_token UNIQUE,
  recipient text NOT NULL,
  created_at timestamptz NOT NULL,
  member_id bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  opened_count integer NOT NULL DEFAULT 0,
  last_opened_at timestamptz,
  CONSTRAINT theft_share_report FOREIGN KEY (account_id, report_id) REFERENCES theft_report (account_id, id) ON DELETE CASCADE
);
CREATE INDEX theft_share_by_report ON theft_share (report_id);
CALL protect_tenant_table('theft_share');

GRANT SELECT, INSERT, UPDATE ON object_description TO spora_api;
GRANT SELECT, INSERT, DELETE ON object_picture TO spora_api;
GRANT UPDATE (place, caption, removed_at) ON object_picture TO spora_api;
GRANT SELECT, INSERT ON theft_report TO spora_api;
GRANT SELECT, INSERT ON theft_share TO spora_api;
GRANT UPDATE (revoked_at) ON theft_share TO spora_api;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- Who holds the token of a link that is neither over nor ended reads its report, of an account that is open, and nothing beside it.
-- With `is_opening` the opening is counted.
CREATE FUNCTION open_theft_share(token bytea, moment timestamptz, is_opening boolean)
RETURNS TABLE (share_id bigint, account_id bigint, recipient text, expires_at timestamptz, time_zone text, language text,
  version integer, created_at timestamptz, picture_ids bigint[], content jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH opened AS (
    UPDATE theft_share s SET
      opened_count = s.opened_count + CASE WHEN is_opening THEN 1 ELSE 0 END,
      last_opened_at = CASE WHEN is_opening THEN moment ELSE s.last_opened_at END
    WHERE s.token_hash = token AND s.revoked_at IS NULL AND s.expires_at > moment
    RETURNING s.*
  )
  SELECT o.id, o.account_id, o.recipient, o.expires_at, a.time_zone, m.language, r.version, r.created_at, r.picture_ids, r.content
  FROM opened o
  JOIN account a ON a.id = o.account_id AND a.closed_at IS NULL
  JOIN member m ON m.id = o.member_id
  JOIN theft_report r ON r.id = o.report_id
$$;
REVOKE ALL ON FUNCTION open_theft_share FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_theft_share TO spora_api;

-- A picture of the report behind a link.
CREATE FUNCTION shared_theft_picture(token bytea, moment timestamptz, picture bigint)
RETURNS TABLE (content_type text, data bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.content_type, p.data
  FROM theft_share s
  JOIN account a ON a.id = s.account_id AND a.closed_at IS NULL
  JOIN theft_report r ON r.id = s.report_id
  JOIN object_picture p ON p.id = picture AND p.id = ANY (r.picture_ids) AND p.account_id = s.account_id
  WHERE s.token_hash = token AND s.revoked_at IS NULL AND s.expires_at > moment
$$;
REVOKE ALL ON FUNCTION shared_theft_picture FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shared_theft_picture TO spora_api;
