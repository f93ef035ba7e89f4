-- Tags that trackers list by themselves are looked for among those of the account, removed ones too, with each step of the projections (decision 0063).
CREATE INDEX sensor_tags ON sensor (account_id) WHERE kind = 'tag';
