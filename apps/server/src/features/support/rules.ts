import { imei as imeiSchema } from '@spora/contract/fields';
import { imeiHasLuhn } from '@spora/contract/identity';

/** The number a customer reads to support over the phone: a case's id in a form that is hard to mistake. */
export const caseNumberOf = (id: number): string => `S-${String(id).padStart(5, '0')}`;

export type StockVerdict = 'ok' | 'odd' | 'invalid' | 'twice' | 'in-stock' | 'fitted';

/**
 * What becomes of each number that is to be put into the stock, in the order given: 15 digits, each once, neither in the stock nor
 * fitted in a unit (`faults`). `odd` has a wrong check digit (3GPP TS 23.003, annex B), as some trackers really do.
 */
export function judgeNumbers(
  texts: readonly string[],
  faults: ReadonlyMap<string, 'in-stock' | 'fitted'>,
): { imei: string; verdict: StockVerdict }[] {
  const seen = new Set<string>();
  return texts.map((text) => {
    const imei = imeiSchema.safeParse(text).data;
    if (imei === undefined) return { imei: text.trim(), verdict: 'invalid' };
    if (seen.has(imei)) return { imei, verdict: 'twice' };
    seen.add(imei);
    return { imei, verdict: faults.get(imei) ?? (imeiHasLuhn(imei) ? 'ok' : 'odd') };
  });
}

/** The numbers of `texts` that are ones, each once. */
export const numbersIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => imeiSchema.safeParse(text).data ?? [])),
];
