import type { Translate } from './translate.ts';

/** Of an approximate address the nearest town, and how far away it is where that is far: "Kiruna (44 km)". */
const FAR = /^(.+) \((\d+) km\)$/;

function farText(address: string, t: Translate): string | null {
  const [, place, km] = FAR.exec(address) ?? [];
  return place !== undefined && km !== undefined ? t('FarFromPlace', { place, km }) : null;
}

/** An approximate address in words: "near Solna", or "44 km from Kiruna", since nobody is near what is so far away. */
export const nearText = (address: string, t: Translate): string => farText(address, t) ?? t('NearAddress', { place: address });

/** The same of a way that ends where it began: "around Solna". */
export const aroundText = (address: string, t: Translate): string =>
  farText(address, t) ?? t('AroundAddress', { place: address });
