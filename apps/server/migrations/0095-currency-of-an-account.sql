-- DEC-53: an administrator may change what the account pays in; amounts carry their own currency and keep it.
GRANT UPDATE (currency) ON account TO spora_api;
