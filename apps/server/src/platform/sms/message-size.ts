/** A text as the networks carry it. */
export interface SmsSize {
  readonly encoding: 'gsm-7' | 'ucs-2';
  /** Septets, or units of 16 bits. */
  readonly units: number;
  readonly parts: number;
}

/** GSM 03.38, the default alphabet: one septet each. */
const DEFAULT = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension table: two septets each. */
const EXTENSION = new Set('\f^{}\\[~]|€');

/** Of one message alone, and of each part of a longer one: there the heads that join them take room. */
const LIMITS = { 'gsm-7': { alone: 160, part: 153 }, 'ucs-2': { alone: 70, part: 67 } } as const;

/** How long a text is and into how many parts it goes. A character that takes two units is never cut in half. */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const isGsm = characters.every((character) => DEFAULT.has(character) || EXTENSION.has(character));
  const encoding = isGsm ? 'gsm-7' : 'ucs-2';
  const unitsOf = (character: string): number => (isGsm ? (EXTENSION.has(character) ? 2 : 1) : character.length);
  const { alone, part } = LIMITS[encoding];
  let [units, parts, inPart] = [0, 1, 0];
  for (const character of characters) {
    const more = unitsOf(character);
    units += more;
    if (inPart + more > part) {
      parts += 1;
      inPart = 0;
    }
    inPart += more;
  }
  return { encoding, units, parts: units <= alone ? 1 : parts };
}
