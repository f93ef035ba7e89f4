-- Issue 16: an account may want no vehicle booked outside its working hours, and none whose inspection is overdue.
ALTER TABLE booking_settings ADD COLUMN only_working_hours boolean NOT NULL DEFAULT false, ADD COLUMN only_inspected boolean NOT NULL DEFAULT false;
