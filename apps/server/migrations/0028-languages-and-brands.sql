-- Which languages and brands there are is told by the program's own lists of them, so that a new one is no migration. What stands here is
-- the shape of a language's code; the contract refuses what is not of the lists.
ALTER TABLE member DROP CONSTRAINT member_language;
ALTER TABLE member ADD CONSTRAINT member_language CHECK (length(language) BETWEEN 2 AND 5);
ALTER TABLE terms DROP CONSTRAINT terms_language;
ALTER TABLE terms ADD CONSTRAINT terms_language CHECK (length(language) BETWEEN 2 AND 5);
ALTER TABLE mail DROP CONSTRAINT mail_language;
ALTER TABLE mail ADD CONSTRAINT mail_language CHECK (length(language) BETWEEN 2 AND 5);
ALTER TABLE account DROP CONSTRAINT account_alert_language;
ALTER TABLE account ADD CONSTRAINT account_alert_language CHECK (length(alert_language) BETWEEN 2 AND 5);
ALTER TABLE support_staff DROP CONSTRAINT support_staff_language;
ALTER TABLE support_staff ADD CONSTRAINT support_staff_language CHECK (length(language) BETWEEN 2 AND 5);
ALTER TABLE export_schedule DROP CONSTRAINT export_schedule_language;
ALTER TABLE export_schedule ADD CONSTRAINT export_schedule_language CHECK (length(language) BETWEEN 2 AND 5);

ALTER TABLE account DROP CONSTRAINT account_subsite;
ALTER TABLE account ADD CONSTRAINT account_subsite CHECK (subsite_id >= 0);
ALTER TABLE stock_unit DROP CONSTRAINT stock_unit_subsite;
ALTER TABLE stock_unit ADD CONSTRAINT stock_unit_subsite CHECK (subsite_id >= 0);
ALTER TABLE terms DROP CONSTRAINT terms_subsite;
ALTER TABLE terms ADD CONSTRAINT terms_subsite CHECK (subsite_id >= 0);
ALTER TABLE announcement DROP CONSTRAINT announcement_subsite;
ALTER TABLE announcement ADD CONSTRAINT announcement_subsite CHECK (subsite_id >= 0);
ALTER TABLE mail DROP CONSTRAINT mail_subsite;
ALTER TABLE mail ADD CONSTRAINT mail_subsite CHECK (subsite_id >= 0);
