-- SRV-004: pictures of what was done, with the entry that tells of it.
ALTER TABLE service_entry ADD CONSTRAINT service_entry_of_account UNIQUE (account_id, id);
CREATE TABLE service_picture (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT service_picture_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  entry_id bigint NOT NULL,
  content_type text NOT NULL CONSTRAINT service_picture_type CHECK (content_type IN ('image/png', 'image/jpeg')),
  width integer NOT NULL,
  height integer NOT NULL,
  data bytea NOT NULL CONSTRAINT service_picture_size CHECK (octet_length(data) BETWEEN 1 AND 1048576),
  created_at timestamptz NOT NULL,
  CONSTRAINT service_picture_entry FOREIGN KEY (account_id, entry_id) REFERENCES service_entry (account_id, id) ON DELETE CASCADE
);
ALTER TABLE service_picture ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE INDEX service_picture_by_entry ON service_picture (entry_id, id);
CALL protect_tenant_table('service_picture');
GRANT SELECT, INSERT, DELETE ON service_picture TO spora_api;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api;
