-- Everything between a visitor's first look and a signed-in member: accounts that registered themselves, brands, two-factor,
-- trusted browsers, reset links, mail, audit. Functions that pass row-level security follow in 0003 to 0007, by feature.

-- Every table that carries account_id is shut to other accounts the same way.
CREATE PROCEDURE protect_tenant_table(name text) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY tenant ON %I TO spora_api USING (account_id = (SELECT current_account_id())) WITH CHECK (account_id = (SELECT current_account_id()))', name);
  EXECUTE format('CREATE POLICY pipeline ON %I TO spora_pipeline USING (true) WITH CHECK (true)', name);
  EXECUTE format('CREATE POLICY owner ON %I TO spora_owner USING (true) WITH CHECK (true)', name);
END $$;
REVOKE ALL ON PROCEDURE protect_tenant_table FROM PUBLIC;

ALTER TABLE account
  ADD COLUMN kind text NOT NULL DEFAULT 'company' CONSTRAINT account_kind CHECK (kind IN ('company', 'private')),
  -- Organisation number of a company, personal number of a private person: shown masked, never in an address or a log.
  ADD COLUMN registration_id text NOT NULL DEFAULT '',
  ADD COLUMN contact_person text NOT NULL DEFAULT '',
  ADD COLUMN street text NOT NULL DEFAULT '',
  ADD COLUMN postal_code text NOT NULL DEFAULT '',
  ADD COLUMN city text NOT NULL DEFAULT '',
  -- Digits with the dial code, without plus (DEC-80).
  ADD COLUMN phone text NOT NULL DEFAULT '',
  ADD COLUMN company_phone text NOT NULL DEFAULT '',
  ADD COLUMN dial_code text NOT NULL DEFAULT '',
  ADD COLUMN reseller text NOT NULL DEFAULT '',
  ADD COLUMN comment text NOT NULL DEFAULT '',
  ADD COLUMN payment_type text NOT NULL DEFAULT '',
  ADD COLUMN terms_accepted_at timestamptz,
  -- DEC-21: the account this one belongs to; null for none.
  ADD COLUMN parent_id text,
  ADD COLUMN real_time_map boolean NOT NULL DEFAULT true,
  ADD COLUMN car_schedule boolean NOT NULL DEFAULT true,
  ADD COLUMN safe_return_home boolean NOT NULL DEFAULT true;

ALTER TABLE member
  ADD COLUMN phone text NOT NULL DEFAULT '',
  ADD COLUMN two_factor boolean NOT NULL DEFAULT false,
  ADD COLUMN password_changed_at timestamptz,
  -- OPT-006: e-mail and SMS alerts, and push, each stopped by the member without signing in.
  ADD COLUMN alerts_stopped_at timestamptz,
  ADD COLUMN push_stopped_at timestamptz;

-- DEC-73: `Bas` hides vehicles in the schedule; members who see nothing else get "Log" and no places.
ALTER TABLE unit ADD COLUMN subscription_type text NOT NULL DEFAULT 'Standard'
  CONSTRAINT unit_subscription CHECK (subscription_type IN ('Bas', 'Standard', 'Plus'));

-- A pending session knows the password but not yet the second factor; it opens the two code calls and nothing else.
ALTER TABLE session
  ADD COLUMN is_pending boolean NOT NULL DEFAULT false,
  ADD COLUMN trusted_browser_id bigint;

-- A browser that may skip the second factor: the server made the token and keeps only its hash (DEC-15).
CREATE TABLE trusted_browser (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT trusted_browser_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  token_hash bytea NOT NULL CONSTRAINT trusted_browser_token_unique UNIQUE,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT trusted_browser_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX trusted_browser_by_member ON trusted_browser (member_id);
CALL protect_tenant_table('trusted_browser');

-- A code of the second factor, bound to the pending session that asked for it.
CREATE TABLE sign_in_code (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_in_code_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  session_id bigint NOT NULL CONSTRAINT sign_in_code_session REFERENCES session ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  wrong_attempts integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  CONSTRAINT sign_in_code_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_in_code_by_member ON sign_in_code (member_id, created_at);
CALL protect_tenant_table('sign_in_code');

CREATE TABLE password_reset (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT password_reset_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  token_hash bytea NOT NULL CONSTRAINT password_reset_token_unique UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT password_reset_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX password_reset_by_member ON password_reset (member_id);
CALL protect_tenant_table('password_reset');

-- Who did what, for the account to read; kept 12 months (CONST-060). No passwords, codes, tokens or positions.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_entry_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT audit_entry_account REFERENCES account ON DELETE CASCADE,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CONSTRAINT audit_entry_actor CHECK (actor_kind IN ('member', 'stranger', 'support', 'system')),
  actor_member_id bigint,
  action text NOT NULL,
  -- What it was done to, as people name it.
  subject text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entry_by_account ON audit_entry (account_id, at DESC);
CREATE INDEX audit_entry_by_time ON audit_entry (at);
CALL protect_tenant_table('audit_entry');

-- Trackers that may be registered by a customer: support adds them, registration takes them.
CREATE TABLE stock_unit (
  imei text NOT NULL CONSTRAINT stock_unit_pk PRIMARY KEY CONSTRAINT stock_unit_digits CHECK (imei ~ '^[0-9]{15}$'),
  family text NOT NULL DEFAULT 'A' CONSTRAINT stock_unit_family CHECK (family IN ('A', 'B', 'C', 'FT')),
  -- Null: any brand may register it.
  subsite_id smallint CONSTRAINT stock_unit_subsite CHECK (subsite_id BETWEEN 0 AND 7),
  subscription_type text NOT NULL DEFAULT 'Standard' CONSTRAINT stock_unit_subscription CHECK (subscription_type IN ('Bas', 'Standard', 'Plus')),
  added_at timestamptz NOT NULL DEFAULT now(),
  registered_at timestamptz
);

-- Ways to pay that a registering customer chooses from (REG-011), in the order of the list.
CREATE TABLE payment_type (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT payment_type_pk PRIMARY KEY,
  position smallint NOT NULL CONSTRAINT payment_type_position_unique UNIQUE,
  label_en text NOT NULL,
  label_sv text NOT NULL,
  label_no text NOT NULL,
  is_active boolean NOT NULL DEFAULT true
);
INSERT INTO payment_type (position, label_en, label_sv, label_no) VALUES
  (1, 'Direct debit', 'Autogiro', 'Avtalegiro'),
  (2, 'Invoice by e-mail', 'Faktura via e-post', 'Faktura på e-post'),
  (3, 'E-invoice to the bank', 'E-faktura till banken', 'eFaktura i nettbanken');

-- The terms in force, dated: a text is never changed, a newer one follows it. Paragraphs are separated by an empty line,
-- a line that begins with "# " is a heading. Null subsite: every brand without terms of its own.
CREATE TABLE terms (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT terms_pk PRIMARY KEY,
  subsite_id smallint CONSTRAINT terms_subsite CHECK (subsite_id BETWEEN 0 AND 7),
  language text NOT NULL CONSTRAINT terms_language CHECK (language IN ('en', 'sv', 'no')),
  valid_from date NOT NULL,
  body text NOT NULL,
  CONSTRAINT terms_once UNIQUE NULLS NOT DISTINCT (subsite_id, language, valid_from)
);

-- The closable banner of the header (NAV-029, DEC-61). Null subsite: all brands.
CREATE TABLE announcement (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT announcement_pk PRIMARY KEY,
  subsite_id smallint CONSTRAINT announcement_subsite CHECK (subsite_id BETWEEN 0 AND 7),
  text_en text NOT NULL,
  text_sv text NOT NULL,
  text_no text NOT NULL,
  starts_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz
);

-- Mail to be sent, and what became of it; ids travel in the job. What is secret in `params` is taken out when the mail has
-- left or is given up; the row stays as the delivery log (90 days, CONST-060).
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT mail_pk PRIMARY KEY,
  account_id bigint CONSTRAINT mail_account REFERENCES account ON DELETE CASCADE,
  template text NOT NULL,
  recipient text NOT NULL,
  language text NOT NULL CONSTRAINT mail_language CHECK (language IN ('en', 'sv', 'no')),
  subsite_id smallint NOT NULL CONSTRAINT mail_subsite CHECK (subsite_id BETWEEN 0 AND 7),
  params jsonb NOT NULL,
  -- The same mail is not sent twice: a second order with this key is the first.
  dedup_key text CONSTRAINT mail_dedup_unique UNIQUE,
  state text NOT NULL DEFAULT 'queued' CONSTRAINT mail_state CHECK (state IN ('queued', 'sent', 'failed', 'expired')),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  queued_at timestamptz NOT NULL,
  -- Not worth sending later than this.
  expires_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX mail_by_account ON mail (account_id, queued_at DESC);
CALL protect_tenant_table('mail');

-- The demo's mail as it would have been delivered; shown on the mailbox page, to loopback only. Empty where SMTP is set.
CREATE TABLE local_mail (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT local_mail_pk PRIMARY KEY,
  at timestamptz NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL
);

GRANT SELECT ON trusted_browser, sign_in_code, audit_entry, stock_unit, payment_type, terms, announcement, local_mail, mail TO spora_api;
GRANT DELETE ON trusted_browser TO spora_api;
GRANT INSERT ON audit_entry TO spora_api;
GRANT UPDATE (full_name, phone, email, language, password_hash, password_changed_at, two_factor, alerts_stopped_at, push_stopped_at) ON member TO spora_api;

GRANT SELECT, DELETE ON trusted_browser, audit_entry, mail, local_mail TO spora_pipeline;
GRANT SELECT (id, created_at, expires_at), DELETE ON sign_in_code, password_reset TO spora_pipeline;
GRANT SELECT ON stock_unit, payment_type, terms, announcement TO spora_pipeline;
GRANT INSERT ON audit_entry, local_mail TO spora_pipeline;
GRANT UPDATE ON mail TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- Before anyone is signed in there is no account in force, yet what happens must be on record.
CREATE FUNCTION write_audit(account bigint, moment timestamptz, kind text, member bigint, what text, about text, more jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_entry (account_id, at, actor_kind, actor_member_id, action, subject, details) VALUES (account, moment, kind, member, what, about, more)
$$;
REVOKE ALL ON FUNCTION write_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_audit TO spora_api, spora_pipeline;
