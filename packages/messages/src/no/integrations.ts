/** API tokens and webhooks: programs of a customer that use the interface. */
export const integrations = {
  TooManyTokens: 'For mange nøkler. Trekk tilbake en som ikke brukes, en konto har høyst {count}.',
  TokenNotFound: 'Nøkkelen finnes ikke.',
  TokenNotHere: 'Dette kan ikke gjøres med en nøkkel. Logg inn som person.',
  TokenOnlyReads: 'Nøkkelen kan bare lese. Lag en som kan endre.',
  'Audit_api-token-made': 'Nøkkel laget',
  'Audit_api-token-revoked': 'Nøkkel trukket tilbake',
  'Audit_api-token-used': 'Nøkkel brukt',
  'Audit_api-token-wrote': 'Endret med nøkkel',
} as const;
