/** API tokens and webhooks: programs of a customer that use the interface. */
export const integrations = {
  TooManyTokens: 'Too many tokens. Revoke one that is not used; an account has {count} at most.',
  TokenNotFound: 'There is no such token.',
  TokenNotHere: 'A token cannot do this. Sign in as a person.',
  TokenOnlyReads: 'This token may only read. Make one that may write.',
  'Audit_api-token-made': 'Token made',
  'Audit_api-token-revoked': 'Token revoked',
  'Audit_api-token-used': 'Token used',
  'Audit_api-token-wrote': 'Changed through a token',
} as const;
