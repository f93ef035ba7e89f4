import type { BrandBy } from '@spora/contract/brand-document';
import { type Brand, BRANDS, brandOf, findBrandOfHost } from '@spora/contract/brands';

export interface BrandOptions {
  /** Host names of the installation and their subsites, beside those of the brands themselves. */
  readonly hosts: Readonly<Record<string, number>>;
  /** The demo and development: `?subsite=N` is obeyed on a host name that belongs to no brand. */
  readonly mayChoose: boolean;
  /** DEC-05: told to the pages in their document. */
  readonly strictPhoneRules?: boolean;
}

/**
 * The brand of a request (BRAND-002): that of its host name, always. On any other name the one asked for, where that is
 * allowed, else the first. `hostname` is without port and believes forwarded headers of trusted proxies only.
 */
export function brandOfRequest(
  hostname: string,
  wanted: number | undefined,
  { hosts, mayChoose }: BrandOptions,
): { readonly brand: Brand; readonly by: BrandBy } {
  const brand = findBrandOfHost(hostname, hosts);
  if (brand || !mayChoose) return { brand: brand ?? brandOf(0), by: 'host' };
  return { brand: brandOf(wanted ?? 0), by: 'choice' };
}

/** The subsite that an address asks for: a whole number of a brand, or nothing. */
export function subsiteOfUrl(url: string): number | undefined {
  const value = new URLSearchParams(url.split('?', 2)[1] ?? '').get('subsite');
  return BRANDS.find(({ subsiteId }) => String(subsiteId) === value)?.subsiteId;
}
