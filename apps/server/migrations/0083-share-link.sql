-- Temporary links to where units are (decision 0070): MAP-035.
CREATE TABLE share_link (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT share_link_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  token_hash bytea NOT NULL CONSTRAINT share_link_token UNIQUE,
  -- The token, so that its maker may copy the link again; sealed by a key that is not in the database.
  sealed_token text NOT NULL,
  title text NOT NULL CONSTRAINT share_link_title CHECK (length(title) <= 60),
  shows_names boolean NOT NULL,
  with_trail boolean NOT NULL,
  destination_lat double precision CONSTRAINT share_link_lat CHECK (destination_lat BETWEEN -90 AND 90),
  destination_lng double precision CONSTRAINT share_link_lng CHECK (destination_lng BETWEEN -180 AND 180),
  destination_label text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  CONSTRAINT share_link_in_account UNIQUE (account_id, id),
  CONSTRAINT share_link_span CHECK (expires_at > created_at AND expires_at <= created_at + interval '30 days'),
  CONSTRAINT share_link_destination CHECK ((destination_lat IS NULL) = (destination_lng IS NULL) AND (destination_lat IS NULL) = (destination_label IS NULL)),
  CONSTRAINT share_link_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX share_link_by_account ON share_link (account_id, expires_at);
CREATE INDEX share_link_by_member ON share_link (member_id);
CREATE INDEX share_link_ended ON share_link (expires_at);
CALL protect_tenant_table('share_link');
GRANT SELECT, INSERT ON share_link TO spora_api;
GRANT UPDATE (revoked_at) ON share_link TO spora_api;
GRANT SELECT, DELETE ON share_link TO spora_pipeline;
GRANT UPDATE (sealed_token) ON share_link TO spora_pipeline;

CREATE TABLE share_link_unit (
  account_id bigint NOT NULL,
  link_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  position smallint NOT NULL,
  -- When the unit left the link for good: locked, retired, or its maker lost it.
  left_at timestamptz,
  CONSTRAINT share_link_unit_pk PRIMARY KEY (link_id, unit_id),
  CONSTRAINT share_link_unit_link FOREIGN KEY (account_id, link_id) REFERENCES share_link (account_id, id) ON DELETE CASCADE,
  CONSTRAINT share_link_unit_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX share_link_unit_by_unit ON share_link_unit (unit_id);
CALL protect_tenant_table('share_link_unit');
GRANT SELECT, INSERT ON share_link_unit TO spora_api;
GRANT SELECT, DELETE ON share_link_unit TO spora_pipeline;

-- What a link lost does not come back to it: a lock that is opened again or a map that is given back opens no old link.
CREATE FUNCTION unit_leaves_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE share_link_unit SET left_at = now() WHERE unit_id = NEW.id AND left_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER unit_left_links AFTER UPDATE ON unit FOR EACH ROW
  WHEN ((OLD.locked_at IS NULL AND NEW.locked_at IS NOT NULL) OR (OLD.retired_at IS NULL AND NEW.retired_at IS NOT NULL))
  EXECUTE FUNCTION unit_leaves_links();

CREATE FUNCTION access_leaves_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE share_link_unit x SET left_at = now() FROM share_link s JOIN member m ON m.id = s.member_id
    WHERE x.link_id = s.id AND s.member_id = OLD.member_id AND x.unit_id = OLD.unit_id AND x.left_at IS NULL AND NOT m.is_admin;
  RETURN NULL;
END $$;
CREATE TRIGGER access_left_links AFTER DELETE ON unit_access FOR EACH ROW EXECUTE FUNCTION access_leaves_links();

CREATE FUNCTION member_ends_links() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.disabled_at IS NOT NULL OR NEW.removed_at IS NOT NULL OR NOT NEW.real_time_map THEN
    UPDATE share_link SET revoked_at = now() WHERE member_id = NEW.id AND revoked_at IS NULL;
  ELSE
    UPDATE share_link_unit x SET left_at = now() FROM share_link s
      WHERE x.link_id = s.id AND s.member_id = NEW.id AND x.left_at IS NULL
        AND NOT EXISTS (SELECT FROM unit_access a WHERE a.unit_id = x.unit_id AND a.member_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER member_ended_links AFTER UPDATE ON member FOR EACH ROW
  WHEN ((OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL) OR (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL)
    OR (OLD.real_time_map AND NOT NEW.real_time_map) OR (OLD.is_admin AND NOT NEW.is_admin))
  EXECUTE FUNCTION member_ends_links();

-- The maker of a link that is neither over nor ended, of an account that is open: who holds the token is told what they might tell.
CREATE FUNCTION watched_share_link(token bytea, moment timestamptz)
RETURNS TABLE (link_id bigint, member_id bigint, account_id bigint, is_admin boolean, time_zone text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, m.id, m.account_id, m.is_admin, a.time_zone
  FROM share_link s JOIN member m ON m.id = s.member_id JOIN account a ON a.id = s.account_id
  WHERE s.token_hash = token AND s.revoked_at IS NULL AND s.expires_at > moment
    AND m.real_time_map AND m.disabled_at IS NULL AND m.removed_at IS NULL AND a.closed_at IS NULL
$$;
REVOKE ALL ON FUNCTION unit_leaves_links, access_leaves_links, member_ends_links, watched_share_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION watched_share_link TO spora_api;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
