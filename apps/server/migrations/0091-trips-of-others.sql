-- Decision 0084: what others drove is changed by administrators and by who was given the right. Until now whoever saw a unit could: who is a
-- member already goes on to, and who is invited from now on is given it where it is meant.
UPDATE member SET rights = rights || ARRAY['edit-all-trips'] WHERE NOT is_admin AND NOT 'edit-all-trips' = ANY (rights);
