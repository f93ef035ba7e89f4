-- Secrets of webhooks that were written before there was a key are encrypted when the worker starts (issue 12, A10).
GRANT UPDATE (secret) ON webhook TO spora_pipeline;
