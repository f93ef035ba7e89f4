/** Only the session gate makes one, so a query without a tenant does not compile. */
export type AccountId = number & { readonly __brand: 'AccountId' };
