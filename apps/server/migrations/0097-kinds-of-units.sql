-- DEC-12: a water jet and what is none of the kinds are kinds of their own, which may go without a registration number.
ALTER TABLE unit DROP CONSTRAINT unit_kind,
  ADD CONSTRAINT unit_kind CHECK (kind IN ('vehicle', 'boat', 'water-jet', 'machine', 'sensor', 'phone', 'other'));
