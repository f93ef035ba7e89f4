-- DEC-69: members change the places that touch only units they can access; an administrator narrows it by taking the right away. Until now it
-- was shown and never asked, and everybody may: so everybody has it.
ALTER TABLE member ALTER COLUMN rights SET DEFAULT ARRAY['edit-places'];
UPDATE member SET rights = rights || ARRAY['edit-places'] WHERE NOT 'edit-places' = ANY (rights);
