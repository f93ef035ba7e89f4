-- The planner kept up to a hundred whole values of these columns of every table, 52 of the 60 kB that each look at a month of positions
-- wrote to the write-ahead log, and never asked for them. They are copies of where people were that nobody erases.
-- A type that is set anew, to what it was, drops what was kept before and rewrites no row.
ALTER TABLE position_segment ALTER COLUMN data SET STATISTICS 0, ALTER COLUMN digest SET STATISTICS 0;
ALTER TABLE position_segment ALTER COLUMN data TYPE bytea, ALTER COLUMN digest TYPE bytea;
ALTER TABLE position_quarantine ALTER COLUMN data SET STATISTICS 0;
ALTER TABLE position_quarantine ALTER COLUMN data TYPE bytea;
ALTER TABLE trip ALTER COLUMN route SET STATISTICS 0;
ALTER TABLE trip ALTER COLUMN route TYPE bytea;
ALTER TABLE trip_under_way ALTER COLUMN route SET STATISTICS 0;
ALTER TABLE trip_under_way ALTER COLUMN route TYPE bytea;
ALTER TABLE unit_projection ALTER COLUMN state SET STATISTICS 0, ALTER COLUMN seqs SET STATISTICS 0;
ALTER TABLE unit_projection ALTER COLUMN state TYPE jsonb, ALTER COLUMN seqs TYPE jsonb;

-- As before, but for its last step: a month's table does not take over what the planner keeps of a column.
CREATE OR REPLACE FUNCTION ensure_segment_partitions(from_time timestamptz, to_time timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE month date := date_trunc('month', from_time AT TIME ZONE 'UTC')::date; name text; made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('spora.segment_partitions'));
  WHILE month::timestamp < (to_time AT TIME ZONE 'UTC') LOOP
    name := 'position_segment_' || to_char(month, 'YYYYMM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF position_segment FOR VALUES FROM (%L) TO (%L)',
        name, month::text || ' 00:00+00', ((month + interval '1 month')::date)::text || ' 00:00+00');
      EXECUTE format('ALTER TABLE %I ALTER COLUMN data SET STATISTICS 0, ALTER COLUMN digest SET STATISTICS 0', name);
      made := made + 1;
    END IF;
    month := (month + interval '1 month')::date;
  END LOOP;
  RETURN made;
END $$;
