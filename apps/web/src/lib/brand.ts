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

/** Shows the brand's colours and keeps it for the next visit. */
export function showBrand(subsiteId: number): Brand {
  const brand = brandOf(subsiteId);
  storedSubsite.write(brand.subsiteId);
  document.documentElement.dataset['brand'] = String(brand.subsiteId);
  return brand;
}
