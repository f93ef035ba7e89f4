-- A picture of how a vehicle was left at its return (issue 16), beside the words of the hand-over.
CREATE TABLE booking_picture (
  account_id bigint NOT NULL,
  booking_id bigint NOT NULL CONSTRAINT booking_picture_pk PRIMARY KEY,
  content_type text NOT NULL CONSTRAINT booking_picture_type CHECK (content_type IN ('image/png', 'image/jpeg')),
  data bytea NOT NULL CONSTRAINT booking_picture_size CHECK (octet_length(data) BETWEEN 1 AND 1048576),
  CONSTRAINT booking_picture_booking FOREIGN KEY (account_id, booking_id) REFERENCES booking (account_id, id) ON DELETE CASCADE
);
ALTER TABLE booking_picture ALTER COLUMN data SET STORAGE EXTERNAL;
CALL protect_tenant_table('booking_picture');
GRANT SELECT, INSERT, UPDATE, DELETE ON booking_picture TO spora_api;
GRANT DELETE ON booking_picture TO spora_pipeline;
