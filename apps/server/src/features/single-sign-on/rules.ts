import { domainToASCII } from 'node:url';

/** One or more labels and a top-level one, as DNS has them (RFC 1035, section 2.3.1). */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** The domain of an e-mail address, or of a domain itself, in the letters of DNS; null for what is none. */
export function domainOf(text: string): string | null {
  const name = domainToASCII(
    text
      .slice(text.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase()
      .replace(/\.$/, ''),
  );
  return name.length <= 253 && DOMAIN.test(name) ? name : null;
}

/** The name of the record that shows whose a domain is. */
export const recordNameOf = (domain: string): string => `_sign-on.${domain}`;
/** What is to stand there, `proof` being the account's own. */
export const recordTextOf = (proof: string): string => `sign-on=${proof}`;

/** Whose a stored secret is, so that it opens for no other account. */
export const ownerOfSecret = (accountId: number): string => `single-sign-on/${accountId}`;
/** The same of a sign-in on its way. */
export const ownerOfAttempt = (accountId: number): string => `sign-on-attempt/${accountId}`;

/** What a provider says of a person. */
export interface Person {
  readonly subject: string;
  /** Lower case; null where it was not told. */
  readonly email: string | null;
  readonly isVerified: boolean;
}

/** Claims about the e-mail address; some providers write the truth as text. */
export function personOf(subject: string, claims: Readonly<Record<string, unknown>>): Person {
  const { email, email_verified: verified } = claims;
  return {
    subject,
    email: typeof email === 'string' && email.includes('@') ? email.trim().toLowerCase() : null,
    isVerified: verified === true || verified === 'true',
  };
}
