-- Names as people sort them: å, ä and ö after z, and 9 before 10. No index uses it: another version of ICU may order otherwise.
CREATE COLLATION names (provider = icu, locale = 'sv-SE-u-kn-true');
