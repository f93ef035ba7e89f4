/** API tokens and webhooks: programs of a customer that use the interface. */
export const integrations = {
  TooManyTokens: 'För många nycklar. Återkalla en som inte används, ett konto har högst {count}.',
  TokenNotFound: 'Nyckeln finns inte.',
  TokenNotHere: 'Det här kan inte göras med en nyckel. Logga in som person.',
  TokenOnlyReads: 'Nyckeln får bara läsa. Skapa en som får ändra.',
  'Audit_api-token-made': 'Nyckel skapad',
  'Audit_api-token-revoked': 'Nyckel återkallad',
  'Audit_api-token-used': 'Nyckel använd',
  'Audit_api-token-wrote': 'Ändrat med nyckel',
} as const;
