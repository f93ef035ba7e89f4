-- Since when an organisation's provider can sign in as the member, who has not agreed to it: until then what is the driver's or the locker's
-- alone is closed to all of the member's sessions (decision 0040).
ALTER TABLE member ADD COLUMN sign_on_closed_at timestamptz;
GRANT UPDATE (sign_on_closed_at) ON member TO spora_api;

CREATE OR REPLACE FUNCTION is_private_closed(member bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT m.private_closed_at IS NOT NULL OR m.sign_on_closed_at IS NOT NULL FROM member m
    WHERE m.id = is_private_closed.member), false)
$$;
