-- Trips are found by their number alone, and none refers to one by its account and number: an index of both had an entry at another place
-- with each writing of each trip, since the numbers are drawn by lot.
ALTER TABLE trip DROP CONSTRAINT trip_in_account;
