import { BRANDS, brandOf, type Brand } from '@spora/contract/brands';
import { storedItem } from './storage.ts';

export { brandOf, type Brand };

const isSubsite = (value: unknown): value is number => BRANDS.some((brand) => brand.subsiteId === value);
const storedSubsite = storedItem('subsiteID', 1, isSubsite);

/** `?subsite=N` of the page's address, for the demo and development (BRAND-002). */
function addressedSubsite(): number | null {
  const value = new URLSearchParams(location.search).get('subsite');
  const subsiteId = value !== null && /^\d$/.test(value) ? Number(value) : null;
  return isSubsite(subsiteId) ? subsiteId : null;
}

/**
 * The brand to begin with. A host name that settles it has said so in the document (`data-brand-by`), and neither the address
 * nor an older visit overrule it. Elsewhere: the address, then the last visit (NAV-034, STORE-006), then the first brand.
 */
export function startBrand(): Brand {
  const { brand, brandBy } = document.documentElement.dataset;
  if (brandBy === 'host') return brandOf(Number(brand));
  return brandOf(addressedSubsite() ?? storedSubsite.read() ?? 0);
}

/**
 * Shows the brand's colours and keeps it for the next visit. Icon and manifest follow where the server could not know the
 * brand when it sent the document: on a host name of nobody's, with the brand of the last visit.
 */
export function showBrand(subsiteId: number): Brand {
  const brand = brandOf(subsiteId);
  const page = document.documentElement;
  storedSubsite.write(brand.subsiteId);
  if (page.dataset['brand'] !== String(brand.subsiteId)) dress(brand);
  page.dataset['brand'] = String(brand.subsiteId);
  return brand;
}

function dress({ name, slug, subsiteId, pageColours }: Brand): void {
  const set = (selector: string, attribute: string, value: string): void =>
    document.head.querySelector(selector)?.setAttribute(attribute, value);
  set('link[rel="icon"]', 'href', `/brands/${slug}/icon.svg`);
  set('link[rel="apple-touch-icon"]', 'href', `/brands/${slug}/icon-192.png`);
  set('link[rel="manifest"]', 'href', `/manifest.webmanifest?subsite=${subsiteId}`);
  set('meta[name="apple-mobile-web-app-title"]', 'content', name);
  set('meta[name="theme-color"][media*="light"]', 'content', pageColours.light);
  set('meta[name="theme-color"][media*="dark"]', 'content', pageColours.dark);
}
