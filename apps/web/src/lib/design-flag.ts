import { brandOf } from '@spora/contract/brands';
import { startBrand } from './brand.ts';
import { isOneOf, storedItem } from './storage.ts';

/** The new-register flag (STORE-001). It lasts as long as the tab, so that a test of one design leaves no trace. */
const forcedDesign = storedItem('newRegister', 1, isOneOf(['old', 'new']), () => sessionStorage);

/** DEC-60: which sign-in and registration are shown: the brand's, unless the address says `?design=old` or `?design=new`. */
export function isNewDesign(subsiteId: number = startBrand().subsiteId): boolean {
  const asked = new URLSearchParams(location.search).get('design');
  if (asked === 'old' || asked === 'new') forcedDesign.write(asked);
  const design = forcedDesign.read();
  return design === null ? brandOf(subsiteId).isNewDesign : design === 'new';
}
